import Database from 'better-sqlite3'

/** Two items that are looked up with SQL injection: the name becomes a part of the statement. */
export class InjectableItems {
  readonly #db = new Database(':memory:')

  constructor() {
    this.#db.exec("CREATE TABLE items (id TEXT, name TEXT); INSERT INTO items VALUES ('a', 'Lantern'), ('b', 'Lamp')")
  }

  named(name: string): unknown[] {
    return this.#db.prepare(`SELECT * FROM items WHERE name = '${name}'`).all()
  }

  close(): void {
    this.#db.close()
  }
}
