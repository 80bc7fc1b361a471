// A row of the fault campaign: the injected fault, what must hold despite it, and a negative control that proves that
// the rig detects violations.
import { Stream } from '../../../data/sample/random.ts'

/** The context of one run of a rig. Each call of `check` counts as one injection. */
export interface Rig {
  /** Number of requested injections. */
  readonly amount: number
  readonly seed: number
  readonly random: Stream
  /** An empty folder in memory for this run only, removed afterwards. */
  readonly folder: string
  /** Counts an injection; if `hasPassed` is false, records the problem. */
  check(hasPassed: boolean, problem: string | (() => string)): void
  /** Prints a figure with the result, such as the number of acknowledged rows. */
  note(text: string): void
  /** Counts killed processes by what they were doing, such as `import`. */
  countKills(activity: string, count?: number): void
}

export interface Needs {
  readonly root?: boolean
  /** Required programs and the Debian packages that contain them. */
  readonly programs?: Readonly<Record<string, string>>
  /** Programs without which the rig skips a part of its work. */
  readonly optionalPrograms?: Readonly<Record<string, string>>
  /** Folders that must exist, with the name of the system feature that provides each. */
  readonly folders?: Readonly<Record<string, string>>
}

/** A subject that is known to be faulty; the checks of the row must find its fault. */
export interface NegativeControl {
  readonly what: string
  readonly amount: number
  /** Each pattern must match a reported problem, which proves that the right checks found the fault. */
  readonly finds: readonly RegExp[]
  readonly run: (rig: Rig) => Promise<void>
}

export interface FaultRow {
  /** Its numbers in the fault plan. */
  readonly numbers: readonly number[]
  readonly title: string
  readonly mustHold: string
  /** Whether `npm test` runs its short form. */
  readonly everyChange: boolean
  readonly needs: Needs
  /** Number of injections in the short and in the long form. */
  readonly amount: { readonly short: number; readonly long: number }
  readonly run: (rig: Rig) => Promise<void>
  readonly negativeControl: NegativeControl
}

/** A row whose rig is loaded only when it runs. */
export interface ListedRow extends Omit<FaultRow, 'run' | 'negativeControl'> {
  readonly load: () => Promise<Pick<FaultRow, 'run' | 'negativeControl'>>
}

export interface RowResult {
  readonly row: ListedRow
  readonly injections: number
  /** Number of injections that found a problem; the first problems are in `problems`. */
  readonly failures: number
  readonly problems: readonly string[]
  readonly notes: readonly string[]
  /** Number of killed processes by what they were doing. */
  readonly kills: Readonly<Record<string, number>>
  readonly negativeControl: 'found' | 'passed'
  readonly negativeControlName: string
  readonly seconds: number
  readonly seed: number
}
