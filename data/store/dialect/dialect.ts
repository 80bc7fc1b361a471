// The differences between the engines of databases that are written while the service runs. Each engine is a module
// that implements `StoreDialect`; all other SQL is common to them.
import type { ColumnDefinitionBuilder, DialectAdapter, Expression, Kysely, RawBuilder, SqlBool } from 'kysely'

/** A column whose texts are searched for substrings (parts). `key` is the integer key of the table. */
export interface PartIndex {
  readonly table: string
  readonly key: string
  readonly column: string
}

/** Rows as the source of a statement. */
interface RowSource {
  /**
   * Sources of the same shape have the same SQL, so a compiled statement can be used with the parameters of another
   * one.
   */
  readonly shape: string
  readonly source: () => RawBuilder<unknown>
  readonly parameters: readonly unknown[]
}

export interface StoreDialect {
  readonly name: 'sqlite' | 'postgres'
  /** Maximum number of rows in a statement, by their number of columns. */
  readonly rowsPerStatement: (columns: number) => number
  /** Declares a column that numbers rows in the order in which they are inserted. */
  readonly rowNumber: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
  /** Completes CREATE TABLE for a table that is stored in the order of its primary key, if the engine has such tables. */
  readonly clustered: RawBuilder<unknown>
  /** Identifies a run of the server; null for files. It changes after a restart or a takeover by a standby. */
  readonly server: RawBuilder<string | null>
  /** The table that lists the migrations of a store. */
  readonly migrationTable: (store: string) => string
  /** A source with these columns of rows of a table. */
  readonly rowSource: (
    table: string,
    columns: readonly string[],
    rows: readonly Readonly<Record<string, unknown>>[],
  ) => RowSource
  /** Creates an index that finds any part of at least three characters. */
  readonly createPartIndex: <T>(db: Kysely<T>, index: PartIndex) => Promise<void>
  /** The keys of rows whose text contains a part literally. */
  readonly keysWithPart: (index: PartIndex, part: string) => RawBuilder<{ key: number }>
  /** The condition that a text contains a part literally. */
  readonly hasPart: (text: Expression<string>, part: string) => RawBuilder<SqlBool>
}

/** The dialect of a database. Throws an `Error` if it was not opened by `openStore`. */
export function dialectOf<T>(db: Kysely<T>): StoreDialect {
  const { adapter } = db.getExecutor()
  if (!isStoreAdapter(adapter)) throw new Error('The database was not opened by openStore')
  return adapter.storeDialect
}

/** Adapter of an engine: that of Kysely, with the dialect of the store. */
export interface StoreAdapter extends DialectAdapter {
  readonly storeDialect: StoreDialect
}

const isStoreAdapter = (adapter: DialectAdapter): adapter is StoreAdapter => 'storeDialect' in adapter
