// The values of a thing's fields at each patch that changed it, derived from its history.
import type { HistoryEntry } from '../../request/thing/row-detail.ts'
import type { ChangeLine } from './change-lines.ts'

/** A patch since which the thing is as it is. */
export interface TimelineStep {
  readonly patchId: number
  readonly version: string
  readonly change: HistoryEntry['change']
}

export interface TimelineField extends Pick<ChangeLine, 'words' | 'note' | 'part' | 'attribute' | 'names'> {
  /** In words, one for each step. */
  readonly values: readonly string[]
  /** The same as numbers, where all of them are. */
  readonly numbers?: readonly number[]
  /** Of the steps that changed it: which way, and by how much. */
  readonly changes: readonly (Pick<ChangeLine, 'direction' | 'percent'> | undefined)[]
}

interface Timeline {
  readonly steps: readonly TimelineStep[]
  /** Fields that changed, in the order in which they first did. */
  readonly fields: readonly TimelineField[]
}

interface Told {
  readonly step: number
  readonly line: ChangeLine
}

const subjectOf = ({ words, note, part }: ChangeLine) => JSON.stringify([part, words, note])

/** `history` is from the oldest to the newest, `linesOf` tells the fields of one of its entries, `gone` those of what was removed. */
export function timelineOf(
  history: readonly HistoryEntry[],
  linesOf: (entry: HistoryEntry) => readonly ChangeLine[],
  gone: string,
): Timeline {
  const told = new Map<string, Told[]>()
  for (const [step, entry] of history.entries())
    if (entry.change === 'changed')
      for (const line of linesOf(entry))
        told.set(subjectOf(line), [...(told.get(subjectOf(line)) ?? []), { step, line }])
  const steps = history.map(({ patch_id: patchId, version, change }) => ({ patchId, version, change }))
  return { steps, fields: [...told.values()].flatMap((of) => fieldOf(of, steps, gone) ?? []) }
}

function fieldOf(told: readonly Told[], steps: readonly TimelineStep[], gone: string): TimelineField | undefined {
  const [first] = told
  if (!first) return undefined
  const { words, note, part, attribute } = first.line
  const lineAt = (step: number) => told.findLast((one) => one.step <= step)?.line
  const isGone = (step: number) => steps[step]?.change === 'removed'
  const values = steps.map((_, step) => (isGone(step) ? gone : (lineAt(step)?.after ?? first.line.before)))
  const numbers = steps.map((_, step) => {
    const line = lineAt(step)
    return isGone(step) ? undefined : line ? line.amounts?.[1] : first.line.amounts?.[0]
  })
  const names = [...new Set(told.flatMap(({ line }) => line.names ?? []))]
  const isNumeric = numbers.every((one) => one !== undefined)
  return {
    ...{ words, note, part, attribute, values },
    ...(names.length > 0 && { names }),
    ...(isNumeric && { numbers }),
    changes: steps.map((_, step) => {
      const line = told.find((one) => one.step === step)?.line
      return line && { direction: line.direction, percent: line.percent }
    }),
  }
}

/** The step at which a patch is: the last one that is not newer. */
export const stepAt = ({ steps }: Timeline, patchId: number | undefined): number =>
  Math.max(0, patchId === undefined ? steps.length - 1 : steps.findLastIndex((step) => step.patchId <= patchId))
