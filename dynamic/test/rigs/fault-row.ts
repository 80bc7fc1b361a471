// A row of the fault campaign: what is injected, what must hold, and a negative control that proves that the rig can
// fail.
import { Stream } from '../../../data/sample/random.ts'

/** What a rig works with; everything that it checks is one injection. */
export interface Rig {
  /** How many injections are asked for. */
  readonly amount: number
  readonly seed: number
  readonly random: Stream
  /** An empty folder in memory of its own, removed afterwards. */
  readonly folder: string
  /** One injection: whether what must hold held, else what did not. */
  check(held: boolean, problem: string | (() => string)): void
  /** A figure to print beside the row, such as rows acknowledged. */
  note(text: string): void
  /** Processes that were killed, counted by what they were at. */
  killed(at: string, times?: number): void
}

export interface Needs {
  readonly root?: boolean
  /** Programs, each with the Debian package that it is in. */
  readonly programs?: Readonly<Record<string, string>>
  /** Programs without which it runs, but leaves something out. */
  readonly morePrograms?: Readonly<Record<string, string>>
  /** Folders that the system must have, each with what it is of. */
  readonly folders?: Readonly<Record<string, string>>
}

/** What is known to be wrong in the same way; its rig must find it. */
export interface NegativeControl {
  readonly what: string
  readonly amount: number
  /** What its problems must say, each of them: so the checks that the row is about find it, and no others. */
  readonly finds?: readonly RegExp[]
  readonly run: (rig: Rig) => Promise<void>
}

export interface FaultRow {
  /** Its numbers in the plan of faults. */
  readonly numbers: readonly number[]
  readonly title: string
  readonly mustHold: string
  /** Whether its short form runs with every change. */
  readonly everyChange: boolean
  readonly needs: Needs
  /** Injections of the short and of the long form. */
  readonly amount: { readonly short: number; readonly long: number }
  readonly run: (rig: Rig) => Promise<void>
  readonly negativeControl: NegativeControl
}

/** A row whose rig is not loaded until it runs. */
export interface ListedRow extends Omit<FaultRow, 'run' | 'negativeControl'> {
  readonly load: () => Promise<Pick<FaultRow, 'run' | 'negativeControl'>>
}

export interface RowResult {
  readonly row: ListedRow
  readonly injections: number
  /** How many of them showed a problem; the first are in `problems`. */
  readonly failures: number
  readonly problems: readonly string[]
  readonly notes: readonly string[]
  /** Processes that were killed, by what they were at. */
  readonly kills: Readonly<Record<string, number>>
  readonly negativeControl: 'found' | 'passed'
  readonly negativeControlName: string
  readonly seconds: number
  readonly seed: number
}
