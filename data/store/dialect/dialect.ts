// What differs between the engines of databases that are written while serving. Each module that implements this
// interface is one engine; all other SQL is common to them.
import type { ColumnDefinitionBuilder, DialectAdapter, Expression, Kysely, RawBuilder, SqlBool } from 'kysely'

/** Texts of a column that are searched for parts; `key` is the table's integer key. */
export interface PartIndex {
  readonly table: string
  readonly key: string
  readonly column: string
}

/** Rows that a statement reads. */
interface RowSource {
  /** Sources of one shape have the same text: a statement with one of them takes the parameters of another. */
  readonly shape: string
  readonly source: () => RawBuilder<unknown>
  readonly parameters: readonly unknown[]
}

export interface StoreDialect {
  readonly name: 'sqlite' | 'postgres'
  /** Maximum number of rows with this many columns in one statement. */
  readonly rowsPerStatement: (columns: number) => number
  /** A column that numbers its rows. */
  readonly rowNumber: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
  /** Completes CREATE TABLE for a table that is stored in the order of its primary key, if the engine has such tables. */
  readonly clustered: RawBuilder<unknown>
  /** Tells one server from another that took its place, or from itself before a restart. */
  readonly server: RawBuilder<string | null>
  /** The table that lists the migrations of a store. */
  readonly migrationTable: (store: string) => string
  /** These columns of rows of the table. */
  readonly rowSource: (
    table: string,
    columns: readonly string[],
    rows: readonly Readonly<Record<string, unknown>>[],
  ) => RowSource
  /** An index that finds any part, three characters or longer. */
  readonly createPartIndex: <T>(db: Kysely<T>, index: PartIndex) => Promise<void>
  /** Keys of the rows whose text has the part. Every character is literal. */
  readonly keysWithPart: (index: PartIndex, part: string) => RawBuilder<{ key: number }>
  /** True if the text contains the part literally. */
  readonly hasPart: (text: Expression<string>, part: string) => RawBuilder<SqlBool>
}

/** The engine of a database that `openStore` has opened. */
export function dialectOf<T>(db: Kysely<T>): StoreDialect {
  const { adapter } = db.getExecutor()
  if (!isStoreAdapter(adapter)) throw new Error('The database was not opened by openStore')
  return adapter.storeDialect
}

/** What adapters of the engines have beside what Kysely asks for. */
export interface StoreAdapter extends DialectAdapter {
  readonly storeDialect: StoreDialect
}

const isStoreAdapter = (adapter: DialectAdapter): adapter is StoreAdapter => 'storeDialect' in adapter
