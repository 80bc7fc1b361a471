import type { Database, Statement } from 'better-sqlite3'

/** Assigns numbers to the ids and archetypes that rows refer to: a number takes a few bytes, an id forty. */
export class ReferenceTargets {
  readonly #known = new Map<string, number>()
  readonly #find: Statement
  readonly #add: Statement
  /** Whether the catalog has no numbers yet, so that none need to be looked up. */
  readonly #isEmpty: boolean
  #last: number

  constructor(db: Database) {
    this.#find = db.prepare('SELECT target_id FROM reference_targets WHERE id = ?').pluck()
    this.#add = db.prepare('INSERT INTO reference_targets VALUES (?, ?)')
    this.#last = db.prepare('SELECT coalesce(max(target_id), 0) FROM reference_targets').pluck().get() as number
    this.#isEmpty = this.#last === 0
  }

  /** The number of an id, assigned on first use. */
  idOf(id: string): number {
    const known = this.#known.get(id)
    if (known !== undefined) return known
    const stored = this.#isEmpty ? undefined : (this.#find.get(id) as number | undefined)
    const number = stored ?? (this.#last += 1)
    if (stored === undefined) this.#add.run(id, number)
    this.#known.set(id, number)
    return number
  }
}
