import type { Insertable, Kysely, Selectable } from 'kysely'
import { dialectOf } from '../../dialect/dialect.ts'
import type { Line } from '../../../api/model/feeds/feeds.ts'
import type { LiveRow } from '../../../api/model/live-store.ts'
import { compiledOnce, insertRows, rowsByKey, upsertRows } from '../rows/insert-rows.ts'
import { expiredFrom } from '../rows/expired.ts'
import { reserveChanges } from '../rows/change-numbers.ts'
import { getCounter } from '../rows/counters.ts'
import { parseExtras, formatInstant, formatInstantOrNull } from '../rows/format.ts'
import type { ListingTable, LiveTables } from '../rows/tables.ts'

/** The fields of an item that a line may leave out, from the catalog. */
export interface KnownItem {
  readonly item: string | null
  readonly archetype: string | null
  readonly rarity: string | null
}

interface ListingContext {
  /** Instant of receipt, which is the instant of observation of lines that have none. */
  readonly receivedAt: number
  /** The patch of lines that name none. */
  readonly patchId: number | null
  readonly known: (itemId: string) => KnownItem | undefined
}

export type StoredListing = Selectable<ListingTable>
/** A row to be stored. Its change number is set last. */
type NewRow = Insertable<ListingTable>

/** Stores the latest observation of each listing. Returns the number of lines that changed something. */
export async function ingestListings(
  db: Kysely<LiveTables>,
  lines: readonly Line<'market'>[],
  context: ListingContext,
): Promise<number> {
  const greatest = await greatestId(db)
  const ids = [...new Set(lines.map(({ id }) => id))].filter((id) => id <= greatest)
  const stored = new Map((await storedListings(db, ids)).map((row) => [row.id, row]))
  const rolledUp = await getCounter(db, 'rolled_up')
  const newRows = new Map<number, NewRow>()
  let accepted = 0
  for (const line of lines) {
    const last = newRows.get(line.id) ?? stored.get(line.id)
    const next = newRowOf(line, context, last)
    if (last && !supersedes(next, last, line.captured_at !== null)) continue
    newRows.set(line.id, next)
    accepted += 1
  }
  await replaceListings(db, newRows, stored, rolledUp)
  return accepted
}

/**
 * The greatest id that is stored. The game numbers listings as they are created, so a greater id is new and need not be
 * looked up, which saves 6 % of the processor time of an intake.
 */
async function greatestId(db: Kysely<LiveTables>): Promise<number> {
  const query = compiledOnce('greatest id of listings', () =>
    db
      .selectFrom('listings')
      .select((eb) => eb.fn.max<number | null>('id').as('id'))
      .compile(),
  )
  const { rows } = await db.executeQuery<{ id: number | null }>(query)
  return rows[0]?.id ?? -Infinity
}

const storedListings = (db: Kysely<LiveTables>, ids: readonly number[]): Promise<StoredListing[]> =>
  rowsByKey(
    db,
    'listings',
    ['id'],
    ids.map((id) => ({ id })),
  )

function newRowOf(
  line: Line<'market'>,
  { receivedAt, patchId, known }: ListingContext,
  last: NewRow | undefined,
): NewRow {
  const { item, archetype, rarity } = line
  const fromCatalog = item === null || archetype === null || rarity === null ? known(line.item_id) : undefined
  const previous = last?.item_id === line.item_id ? last : undefined
  return {
    id: line.id,
    change: 0,
    captured_at: line.captured_at ?? receivedAt,
    item_id: line.item_id,
    item: item ?? fromCatalog?.item ?? previous?.item ?? null,
    archetype: archetype ?? fromCatalog?.archetype ?? previous?.archetype ?? null,
    rarity: rarity ?? fromCatalog?.rarity ?? previous?.rarity ?? null,
    loot_state: line.loot_state,
    seller: line.seller,
    price: line.price,
    price_per_unit: line.price_per_unit,
    quantity: line.quantity,
    created_at: line.created_at,
    expires_at: line.expires_at,
    has_sold: line.has_sold ? 1 : 0,
    has_expired: line.has_expired ? 1 : 0,
    has_cancelled: line.has_cancelled ? 1 : 0,
    captured_patch_id: line.captured_patch_id ?? last?.captured_patch_id ?? patchId,
    extra: line.extra,
  }
}

/**
 * Whether an observation replaces the stored one: if it is later. Of two observations of the same instant the first one
 * stays. A line without an instant counts as observed on receipt, but replaces nothing if it is equal.
 */
function supersedes(next: NewRow, last: NewRow, isDated: boolean): boolean {
  if (isDated || next.captured_at < last.captured_at) return next.captured_at > last.captured_at
  return compared.some((column) => next[column] !== last[column])
}

const compared = [
  ...(['item_id', 'item', 'archetype', 'rarity', 'loot_state', 'seller', 'price', 'price_per_unit'] as const),
  ...(['quantity', 'created_at', 'expires_at', 'has_sold', 'has_expired', 'has_cancelled', 'extra'] as const),
  'captured_patch_id' as const,
]

async function replaceListings(
  db: Kysely<LiveTables>,
  newRows: ReadonlyMap<number, NewRow>,
  stored: ReadonlyMap<number, StoredListing>,
  rolledUp: number,
): Promise<void> {
  const corrections = [...stored.values()].filter(({ id, change }) => change <= rolledUp && newRows.has(id))
  await insertRows(
    db,
    'price_corrections',
    corrections.map(({ item_id, archetype, created_at, price_per_unit, quantity }) => ({
      ...{ item_id, archetype, created_at, price_per_unit, quantity },
    })),
  )
  let change = await reserveChanges(db, newRows.size)
  const added: NewRow[] = []
  const changed: NewRow[] = []
  for (const row of newRows.values()) {
    row.change = change
    change += 1
    if (stored.has(row.id)) changed.push(row)
    else added.push(row)
  }
  await insertRows(db, 'listings', added)
  await upsertRows(
    db,
    'listings',
    ['number'],
    changed.map((row) => ({ ...row, number: stored.get(row.id)?.number })),
  )
}

/**
 * Lengths of lists of numbers in queries. A list is filled up with its last number, so that a few statements serve any
 * length.
 */
const lengths = [1, 5, 25, 100, 250, 500]

/** Returns listings by their numbers, in any order; unknown numbers are left out. */
export async function listingsByNumber(
  db: Kysely<LiveTables>,
  numbers: readonly number[],
): Promise<readonly StoredListing[]> {
  const last = numbers.at(-1)
  if (last === undefined) return []
  const length = lengths.find((one) => one >= numbers.length) ?? numbers.length
  const parameters = [...numbers, ...Array.from({ length: length - numbers.length }, () => last)]
  const query = compiledOnce(`${dialectOf(db).name} ${length} listings by number`, () =>
    db.selectFrom('listings').selectAll().where('number', 'in', parameters).compile(),
  )
  const { rows } = await db.executeQuery<StoredListing>({ ...query, parameters })
  return rows
}

/** Returns listings by their ids, in any order, as rows of responses; unknown ids are left out. */
export async function listingsById(
  db: Kysely<LiveTables>,
  ids: readonly number[],
  now: number,
): Promise<readonly LiveRow[]> {
  return (await storedListings(db, ids)).map((row) => formatListing(row, now))
}

/** Formats a listing for responses. Naming each field takes a tenth of the time of a copy without some of them. */
export function formatListing(row: StoredListing, now: number): LiveRow {
  const answered = {
    id: row.id,
    captured_at: formatInstant(row.captured_at),
    item_id: row.item_id,
    item: row.item,
    archetype: row.archetype,
    rarity: row.rarity,
    loot_state: row.loot_state,
    seller: row.seller,
    price: row.price,
    price_per_unit: row.price_per_unit,
    quantity: row.quantity,
    created_at: formatInstant(row.created_at),
    expires_at: formatInstantOrNull(row.expires_at),
    has_sold: row.has_sold === 1,
    has_expired: expiredFrom(row) <= now,
    has_cancelled: row.has_cancelled === 1,
    captured_patch_id: row.captured_patch_id,
    cursor: row.number,
  }
  return row.extra === null ? answered : { ...answered, ...parseExtras(row.extra) }
}
