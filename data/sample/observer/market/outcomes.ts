// The outcome of a listing and its time are dealt from a fixed deck, so that a cell can find the listings that end in it
// without checking all others.
import { hourMs } from '../calendar.ts'
import { cellMs } from '../numbered-cells.ts'

export interface Outcome {
  readonly kind: 'sold' | 'cancelled' | 'expired'
  /** Number of cells from the first observation of the listing to its end. */
  readonly lag: number
  readonly lifeMs: number
}

const lives = [24, 72, 168].map((hours) => hours * hourMs)

/** `count` outcomes of a kind, with exponentially distributed lags around a mean. */
function exponentialOutcomes(kind: 'sold' | 'cancelled', count: number, meanHours: number): Outcome[] {
  return Array.from({ length: count }, (_, index) => {
    const lag = Math.floor((-Math.log(1 - (index + 0.5) / count) * meanHours * hourMs) / cellMs)
    const longer = lives.filter((life) => life > (lag + 1) * cellMs)
    return { kind, lag, lifeMs: longer[index % longer.length] ?? 0 }
  })
}

const expired = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2].map((which): Outcome => {
  const lifeMs = lives[which] ?? 0
  return { kind: 'expired', lag: lifeMs / cellMs, lifeMs }
})

export const outcomes: readonly Outcome[] = [
  ...exponentialOutcomes('sold', 40, 9),
  ...exponentialOutcomes('cancelled', 8, 5),
  ...expired,
]

// An odd stride, which visits all 64 outcomes of the deck, and its inverse.
const step = 37
const inverse = 45

/** The outcome of the n-th listing of a cell whose deck starts at `offset`. */
export function outcomeOf(n: number, offset: number): Outcome {
  const outcome = outcomes[(n * step + offset) % outcomes.length]
  if (!outcome) throw new Error(`no outcome for ${n}`)
  return outcome
}

/** The first listing of a cell that gets this outcome; every 64th after it gets it too. */
export function firstWith(outcome: number, offset: number): number {
  const { length } = outcomes
  return ((outcome - offset + length) * inverse) % length
}
