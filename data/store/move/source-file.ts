import Database from 'better-sqlite3'

interface SourceColumn {
  readonly name: string
  readonly isBytes: boolean
}

/** A table, with everything needed to copy it. */
export interface SourceTable {
  readonly name: string
  readonly columns: readonly SourceColumn[]
  /** Columns of the primary key. */
  readonly key: readonly string[]
  /** The column that numbers rows, and the last number that was assigned; undefined if there is none. */
  readonly numbered: { readonly column: string; readonly last: number } | undefined
  readonly hasForeignKey: boolean
}

export type SourceValue = string | number | Buffer | null
export type SourceRow = readonly SourceValue[]

const busyMilliseconds = 5000

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const nameOf = ({ name }: { readonly name: string }) => name
const listed = (names: readonly string[]) => names.map(quoted).join(', ')

const withoutZeros = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value)

/** A database file as of one instant: later writes by others are not visible. */
export class SourceFile {
  readonly #database: Database.Database
  /** Whether nobody else has the file open, or can open it. */
  readonly isExclusive: boolean

  private constructor(database: Database.Database, isExclusive: boolean) {
    this.#database = database
    this.isExclusive = isExclusive
    database.function('without_zeros', { deterministic: true }, withoutZeros)
  }

  /** Opens a file, exclusively if nobody else has it open. Throws if it does not exist or is not a database. */
  static open(file: string): SourceFile {
    const alone = openExclusively(file)
    if (alone) return new SourceFile(alone, true)
    const shared = new Database(file, { readonly: true, timeout: busyMilliseconds })
    shared.exec('begin')
    shared.prepare('select count(*) from sqlite_master').get()
    return new SourceFile(shared, false)
  }

  /** The names of the migrations that were run, in order; none if there is no table of migrations. */
  migrations(table: string): string[] {
    const isThere = this.#database.prepare('select 1 from sqlite_master where name = ?').get(table)
    if (!isThere) return []
    return this.#database
      .prepare(`select name from ${quoted(table)} order by name`)
      .pluck()
      .all() as string[]
  }

  /**
   * All tables except those of migrations and of indexes. A table comes after those that it refers to. Zero characters in
   * keys, which PostgreSQL cannot store, are replaced by U+FFFD.
   */
  tables(migrationTable: string): SourceTable[] {
    const isStores = (name: string) => !name.startsWith('sqlite_') && !name.startsWith(migrationTable)
    const rows = this.#database.pragma('table_list') as { schema: string; name: string; type: string }[]
    const there = new Set(
      rows.filter(({ schema, type }) => schema === 'main' && type === 'table').map(({ name }) => name),
    )
    const names = this.#database.prepare(`select name from sqlite_master where type = 'table' order by rowid`).pluck()
    return (names.all() as string[])
      .filter((name) => there.has(name) && isStores(name))
      .map((name) => this.#table(name))
  }

  count({ name }: SourceTable): number {
    return this.#database
      .prepare(`select count(*) from ${quoted(name)}`)
      .pluck()
      .get() as number
  }

  /** Reads rows in the order of the key. `after` is the key of the last row that was read. */
  rowsAfter({ name, columns, key }: SourceTable, after: SourceRow | undefined, limit: number): SourceRow[] {
    const later = after && `where (${listed(key)}) > (${after.map(() => '?').join(', ')})`
    const what = `select ${listed(columns.map(nameOf))} from ${quoted(name)}`
    const statement = this.#database.prepare(`${what} ${later ?? ''} order by ${listed(key)} limit ${limit}`)
    return statement.raw().all(...(after ?? [])) as SourceRow[]
  }

  close(): void {
    if (this.#database.inTransaction) this.#database.exec('rollback')
    this.#database.close()
  }

  #table(name: string): SourceTable {
    const columns = this.#database.pragma(`main.table_info(${quoted(name)})`)
    const found = columns as { name: string; type: string; pk: number }[]
    const key = found.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
    const texts = key.filter(({ type }) => type.toLowerCase() === 'text').map(nameOf)
    if (this.#hasZeros(name, texts)) this.#replaceKeys(name, found.map(nameOf), key.map(nameOf))
    return {
      name,
      columns: found.map((column) => ({ name: column.name, isBytes: column.type.toLowerCase() === 'blob' })),
      key: key.map(nameOf),
      numbered: this.#numbered(name, key[0]?.name ?? ''),
      hasForeignKey: (this.#database.pragma(`main.foreign_key_list(${quoted(name)})`) as unknown[]).length > 0,
    }
  }

  #hasZeros(table: string, columns: readonly string[]): boolean {
    if (columns.length === 0) return false
    const some = columns.map((name) => `instr(${quoted(name)}, char(0)) > 0`).join(' or ')
    return this.#database.prepare(`select 1 from ${quoted(table)} where ${some} limit 1`).get() !== undefined
  }

  /**
   * Replaces a table by a temporary one with the same name, whose keys have no zero characters and are in that order.
   */
  #replaceKeys(name: string, columns: readonly string[], key: readonly string[]): void {
    const [table, original] = [`temp.${quoted(name)}`, `main.${quoted(name)}`]
    const values = columns.map((column) => (key.includes(column) ? `without_zeros(${quoted(column)})` : quoted(column)))
    this.#database.exec(`
      create table ${table} as select * from ${original} where 0;
      create unique index temp.${quoted(`${name} without zeros`)} on ${quoted(name)} (${listed(key)});
      insert or ignore into ${table} select ${values.join(', ')} from ${original}`)
  }

  #numbered(name: string, column: string): SourceTable['numbered'] {
    const isNumbered = this.#database.prepare("select sql like '%autoincrement%' from sqlite_master where name = ?")
    if (isNumbered.pluck().get(name) !== 1) return undefined
    const last = this.#database.prepare('select seq from sqlite_sequence where name = ?').pluck().get(name)
    return { column, last: (last as number | undefined) ?? 0 }
  }
}

/**
 * Opens a file exclusively; undefined if another connection has it open. Recovers a log that an unclean end has left.
 */
function openExclusively(file: string): Database.Database | undefined {
  const database = new Database(file, { fileMustExist: true, timeout: 0 })
  try {
    database.pragma('locking_mode = exclusive')
    database.exec('begin immediate')
    return database
  } catch (error) {
    database.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
}
