import type { Change } from './changelog.ts'
import type { Translate } from '../../messages/translate.ts'
import type { ChangeLine } from './change-lines.ts'

/** Rows of one name that a patch all added, changed or removed: the rarities of an item or the tiers of a monster. */
export interface ChangeGroup {
  readonly resource: string
  readonly change: Change['change']
  readonly name: string | null
  /** Common prefix of their ids, which may be the id of an archetype. */
  readonly stem: string
  readonly members: readonly [Change, ...Change[]]
}

/** A change of a field that members of a group have in common. */
export interface GroupStep {
  readonly line: ChangeLine
  /** Indexes of the members that have it; empty for all of them. */
  readonly of: readonly number[]
}

/** The changes of one field or attribute: a single step if they are equal in all members that have it. */
export type GroupLine = readonly [GroupStep, ...GroupStep[]]

const stemOf = (id: string) => id.replace(/_[a-z0-9]+$/, '')

/** Groups changes of rows with the same name and a common prefix of their ids, in the order of their first members. */
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

/** Merges the lines of all members by field. Members with equal changes share a step. */
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

/** Returns the range of the changes of a line, such as `+8% to +12%`, or undefined if one of them has no percentage. */
export function percentRange(steps: GroupLine, t: Translate): string | undefined {
  if (steps.some(({ line: { percent } }) => percent === undefined)) return undefined
  const sorted = steps.toSorted((a, b) => growthOf(a) - growthOf(b))
  const [min, max] = [sorted[0]?.line.percent, sorted.at(-1)?.line.percent]
  return min === max ? min : t('value.range', { min: min ?? '', max: max ?? '' })
}

const growthOf = ({ line: { amounts: [before, after] = [1, 1] } }: GroupStep) => after / before

/** Describes members: `Poor to Unique` if they are consecutive, else `Poor, Rare`. `labels` has one label per member. */
export function variantRange(of: readonly number[], labels: readonly string[], t: Translate): string {
  const [first, last] = [of[0], of.at(-1)]
  if (first === undefined || last === undefined) return ''
  const isRun = of.length > 2 && last - first === of.length - 1
  return isRun
    ? t('value.range', { min: labels[first] ?? '', max: labels[last] ?? '' })
    : t.list(of.map((place) => labels[place] ?? '').filter(Boolean))
}
