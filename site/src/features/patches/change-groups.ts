import type { Change } from './changelog.ts'
import type { Translate } from '../../messages/translate.ts'
import type { ChangeLine } from './change-lines.ts'

/** Rows of one name that a patch changed alike: the rarities of an item, the tiers of a monster. */
export interface ChangeGroup {
  readonly resource: string
  readonly change: Change['change']
  readonly name: string | null
  /** What their ids share, which may be the id of an archetype. */
  readonly stem: string
  readonly members: readonly [Change, ...Change[]]
}

/** What some members of a group say alike. */
export interface GroupStep {
  readonly line: ChangeLine
  /** Places of the members that say it; empty where all of them do. */
  readonly of: readonly number[]
}

/** The steps of one subject, such as an attribute: one where all members that have it say the same. */
export type GroupLine = readonly [GroupStep, ...GroupStep[]]

const stemOf = (id: string) => id.replace(/_[a-z0-9]+$/, '')

/** In the order of the first member of each. */
export function groupChanges(changes: readonly Change[]): ChangeGroup[] {
  const groups = new Map<string, [Change, ...Change[]]>()
  for (const change of changes) {
    const { resource, change: kind, name, id } = change
    const key = JSON.stringify(name === null ? [resource, id] : [resource, kind, name, stemOf(id)])
    const group = groups.get(key)
    if (group) group.push(change)
    else groups.set(key, [change])
  }
  return [...groups.values()].map((members) => {
    const [{ resource, change, name, id }] = members
    return { resource, change, name, members, stem: members.length > 1 ? stemOf(id) : id }
  })
}

const subjectOf = ({ words, note, part }: ChangeLine) => JSON.stringify([part, words, note])
const stepOf = ({ before, after }: ChangeLine) => JSON.stringify([before, after])

/** The lines of all members, by what they are about; members that say the same share a step. */
export function groupLines(linesOfMembers: readonly (readonly ChangeLine[])[]): GroupLine[] {
  const subjects = new Map<string, Map<string, { line: ChangeLine; of: number[] }>>()
  for (const [member, lines] of linesOfMembers.entries())
    for (const line of lines) {
      const steps = subjects.get(subjectOf(line)) ?? new Map<string, { line: ChangeLine; of: number[] }>()
      subjects.set(subjectOf(line), steps)
      const known = steps.get(stepOf(line))
      if (known) known.of.push(member)
      else steps.set(stepOf(line), { line, of: [member] })
    }
  return [...subjects.values()].flatMap((steps): GroupLine[] => {
    const [first, ...others] = [...steps.values()].map(({ line, of }) => ({
      line,
      of: of.length === linesOfMembers.length ? [] : of,
    }))
    return first ? [[first, ...others]] : []
  })
}

/** By how much the steps of a line differ: `+8% to +12%`; undefined if one of them cannot say. */
export function percentRange(steps: GroupLine, t: Translate): string | undefined {
  if (steps.some(({ line: { percent } }) => percent === undefined)) return undefined
  const sorted = steps.toSorted((a, b) => growthOf(a) - growthOf(b))
  const [least, most] = [sorted[0]?.line.percent, sorted.at(-1)?.line.percent]
  return least === most ? least : t('value.range', { min: least ?? '', max: most ?? '' })
}

const growthOf = ({ line: { amounts: [before, after] = [1, 1] } }: GroupStep) => after / before

/** `Poor to Unique` of neighbours, else each: `Poor, Rare`. `labels` are of all members, in their order. */
export function variantRange(of: readonly number[], labels: readonly string[], t: Translate): string {
  const [first, last] = [of[0], of.at(-1)]
  if (first === undefined || last === undefined) return ''
  const isRun = of.length > 2 && last - first === of.length - 1
  return isRun
    ? t('value.range', { min: labels[first] ?? '', max: labels[last] ?? '' })
    : t.list(of.map((place) => labels[place] ?? '').filter(Boolean))
}
