// The values of the fields of a thing after each patch that changed it, derived from its history.
import type { HistoryEntry } from '../../request/thing/row-detail.ts'
import type { ChangeLine } from './change-lines.ts'

/** A patch that added, changed or removed the thing. */
export interface TimelineStep {
  readonly patchId: number
  readonly version: string
  readonly change: HistoryEntry['change']
}

export interface TimelineField extends Pick<ChangeLine, 'words' | 'note' | 'part' | 'attribute' | 'names'> {
  /** The value after each step, in words. */
  readonly values: readonly string[]
  /** The values as numbers, if all of them are. */
  readonly numbers?: readonly number[]
  /** Direction and relative change at each step; undefined for steps that did not change the field. */
  readonly changes: readonly (Pick<ChangeLine, 'direction' | 'percent'> | undefined)[]
}

interface Timeline {
  readonly steps: readonly TimelineStep[]
  /** Fields that changed, in the order in which they first did. */
  readonly fields: readonly TimelineField[]
}

interface FieldStep {
  readonly step: number
  readonly line: ChangeLine
}

const subjectOf = ({ words, note, part }: ChangeLine) => JSON.stringify([part, words, note])

/**
 * Derives the timeline from a history, oldest entry first. `linesOf` describes the fields that an entry changed; `absent` is the
 * value of all fields while the thing is removed.
 */
export function timelineOf(
  history: readonly HistoryEntry[],
  linesOf: (entry: HistoryEntry) => readonly ChangeLine[],
  absent: string,
): Timeline {
  const stepsByField = new Map<string, FieldStep[]>()
  for (const [step, entry] of history.entries())
    if (entry.change === 'changed')
      for (const line of linesOf(entry))
        stepsByField.set(subjectOf(line), [...(stepsByField.get(subjectOf(line)) ?? []), { step, line }])
  const steps = history.map(({ patch_id: patchId, version, change }) => ({ patchId, version, change }))
  return { steps, fields: [...stepsByField.values()].flatMap((of) => fieldOf(of, steps, absent) ?? []) }
}

function fieldOf(
  fieldSteps: readonly FieldStep[],
  steps: readonly TimelineStep[],
  absent: string,
): TimelineField | undefined {
  const [first] = fieldSteps
  if (!first) return undefined
  const { words, note, part, attribute } = first.line
  const lineAt = (step: number) => fieldSteps.findLast((one) => one.step <= step)?.line
  const isRemoved = (step: number) => steps[step]?.change === 'removed'
  const values = steps.map((_, step) => (isRemoved(step) ? absent : (lineAt(step)?.after ?? first.line.before)))
  const numbers = steps.map((_, step) => {
    const line = lineAt(step)
    return isRemoved(step) ? undefined : line ? line.amounts?.[1] : first.line.amounts?.[0]
  })
  const names = [...new Set(fieldSteps.flatMap(({ line }) => line.names ?? []))]
  const isNumeric = numbers.every((one) => one !== undefined)
  return {
    ...{ words, note, part, attribute, values },
    ...(names.length > 0 && { names }),
    ...(isNumeric && { numbers }),
    changes: steps.map((_, step) => {
      const line = fieldSteps.find((one) => one.step === step)?.line
      return line && { direction: line.direction, percent: line.percent }
    }),
  }
}

/** Returns the index of the last step that is not newer than a patch; the last step without a patch. */
export const stepAt = ({ steps }: Timeline, patchId: number | undefined): number =>
  Math.max(0, patchId === undefined ? steps.length - 1 : steps.findLastIndex((step) => step.patchId <= patchId))
