// Makes a table of PostgreSQL equal to the one in a file, piece by piece in the order of the key. Pieces whose rows
// have the same hash on both sides are skipped, so copying again or continuing after an interruption only reads both
// sides once.
import { createHash } from 'node:crypto'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { dialectOf } from '../dialect/dialect.ts'
import { MoveError } from './move-error.ts'
import type { SourceFile, SourceRow, SourceTable, SourceValue } from './source-file.ts'

export interface CopiedTable {
  readonly table: string
  readonly rows: number
  /** Number of rows in the pieces that differed and were written. */
  readonly written: number
  /** SHA-256 over the hashes of all pieces, which are equal on both sides. */
  readonly hash: string
}

const rowsPerPiece = 2000

/** A range of keys: after one key and up to another, inclusive. Undefined stands for no limit. */
interface Range {
  readonly after: SourceRow | undefined
  readonly upTo: SourceRow | undefined
}

/**
 * Copies a table and verifies it. Throws `MoveError` if rows differ after they were copied or do not fit into an index.
 * `onRows` is called with the number of rows of each piece.
 */
export async function copyTable(
  source: SourceFile,
  target: Kysely<object>,
  table: SourceTable,
  onRows: (rows: number) => void,
): Promise<CopiedTable> {
  const keyOf = keyReader(table)
  const whole = createHash('sha256')
  let [rows, written] = [0, 0]
  for (let after: SourceRow | undefined, isLast = false; !isLast;) {
    const piece = source.rowsAfter(table, after, rowsPerPiece)
    const last = piece.at(-1)
    isLast = piece.length < rowsPerPiece || !last
    const range = { after, upTo: isLast || !last ? undefined : keyOf(last) }
    const hash = hashOf(table, piece)
    whole.update(hash)
    if ((await hashInTarget(target, table, range)) !== hash) {
      await inTransaction(target, (transaction) => replacePiece(transaction, table, range, piece)).catch(
        (error: unknown) => {
          throw isTooLongForIndex(error) ? tooLong(table, piece, error) : error
        },
      )
      written += piece.length
      if ((await hashInTarget(target, table, range)) !== hash)
        throw new MoveError(`Rows of ${table.name} are not the same after they were copied. Is its encoding UTF8?`)
    }
    rows += piece.length
    onRows(piece.length)
    after = range.upTo
  }
  if (table.numbered && table.numbered.last > 0) await setLastNumber(target, table.name, table.numbered)
  return { table: table.name, rows, written, hash: whole.digest('hex') }
}

/** `program_limit_exceeded`: an entry of a B-tree has at most 2,704 bytes, compressed. */
const isTooLongForIndex = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === '54000'

function tooLong({ name, columns }: SourceTable, piece: readonly SourceRow[], cause: Error): MoveError {
  const texts = piece.flatMap((row) =>
    columns.map((column, at) => ({ column: column.name, bytes: Buffer.byteLength(String(row[at] ?? '')) })),
  )
  const { column, bytes } = texts.reduce((longest, text) => (text.bytes > longest.bytes ? text : longest))
  return new MoveError(
    `Rows of ${name} do not fit into an index of PostgreSQL: a value of ${column} has ${bytes} bytes, and names have had at most 500 since they are checked. Shorten or delete such rows in the file, then run this again: it continues. (${cause.message})`,
    { cause },
  )
}

const inTransaction = (target: Kysely<object>, work: (transaction: Kysely<object>) => Promise<void>): Promise<void> =>
  target.isTransaction ? work(target) : target.transaction().execute(work)

async function replacePiece(
  target: Kysely<object>,
  table: SourceTable,
  range: Range,
  piece: readonly SourceRow[],
): Promise<void> {
  await sql`delete from ${sql.id(table.name)} ${within(table, range)}`.execute(target)
  if (piece.length === 0) return
  const names = table.columns.map(({ name }) => name)
  const rows = piece.map((values) =>
    Object.fromEntries(names.map((name, at) => [name, textOfBytes(values[at] ?? null)])),
  )
  const { source } = dialectOf(target).rowSource(table.name, names, rows)
  await sql`insert into ${sql.id(table.name)} (${identifiers(names)}) ${source()}`.execute(target)
}

/** Writes bytes as the text from which PostgreSQL reads them. */
const textOfBytes = (value: SourceValue) => (Buffer.isBuffer(value) ? String.raw`\x${value.toString('hex')}` : value)

function keyReader({ columns, key }: SourceTable): (row: SourceRow) => SourceRow {
  const places = key.map((name) => columns.findIndex((column) => column.name === name))
  return (row) => places.map((place) => row[place] ?? null)
}

const identifiers = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)))

function within({ key }: SourceTable, { after, upTo }: Range): RawBuilder<unknown> {
  const bounds = [
    ...(after ? [sql`(${identifiers(key)}) > (${sql.join([...after])})`] : []),
    ...(upTo ? [sql`(${identifiers(key)}) <= (${sql.join([...upTo])})`] : []),
  ]
  return bounds.length > 0 ? sql`where ${sql.join(bounds, sql` and `)}` : sql``
}

/** The hash of rows as JSON arrays, formatted as by PostgreSQL. */
function hashOf({ columns }: SourceTable, piece: readonly SourceRow[]): string {
  const hash = createHash('md5')
  piece.forEach((row, nth) => {
    const values = columns.map((_, at) => JSON.stringify(storedValue(row[at] ?? null)))
    hash.update(`${nth > 0 ? '\n' : ''}[${values.join(', ')}]`)
  })
  return hash.digest('hex')
}

/** The value that PostgreSQL stores: it cannot store zero characters. */
function storedValue(value: SourceValue): string | number | null {
  if (Buffer.isBuffer(value)) return value.toString('hex')
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value
}

async function hashInTarget(target: Kysely<object>, table: SourceTable, range: Range): Promise<string> {
  const columns = table.columns.map(({ name, isBytes }) =>
    isBytes ? sql`encode(${sql.id(name)}, 'hex')` : sql`${sql.id(name)}`,
  )
  const texts = sql`string_agg(json_build_array(${sql.join(columns)})::text, chr(10) order by ${identifiers(table.key)})`
  const from = sql`from ${sql.id(table.name)} ${within(table, range)}`
  const { rows } = await sql<{ hash: string }>`select md5(coalesce(${texts}, '')) as hash ${from}`.execute(target)
  return rows[0]?.hash ?? ''
}

/** Sets the sequence, so that new rows get numbers that no row ever had, even if the last rows were deleted. */
async function setLastNumber(
  target: Kysely<object>,
  table: string,
  { column, last }: NonNullable<SourceTable['numbered']>,
): Promise<void> {
  const sequence = sql`pg_get_serial_sequence(${sql.lit(table)}, ${sql.lit(column)})`
  await sql`select setval(${sequence}, ${sql.lit(last)})`.execute(target)
}
