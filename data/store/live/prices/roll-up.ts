// Prices are rolled up by item and by archetype in intervals of four widths. Every interval of the API is a multiple of
// one of them. Roll-ups may lack the latest changes: the counter `rolled_up` is the last change that they contain, and
// readers add later ones.
import type { Kysely } from 'kysely'
import { Histogram } from './histogram.ts'
import { insertRows, rowsByKey } from '../rows/insert-rows.ts'
import { getCounter, setCounter } from '../rows/counters.ts'
import type { LiveTables, PriceRollUpTable, SubjectKind } from '../rows/tables.ts'

export const rollUpMinutes = [1, 15, 240, 1440] as const
export const minuteMilliseconds = 60_000

/** The start of the bucket of an instant, in ms since 1970. */
export const bucketStart = (at: number, minutes: number): number =>
  Math.floor(at / (minutes * minuteMilliseconds)) * minutes * minuteMilliseconds

/** The columns of a listing that prices are made from. */
export interface PricedListing {
  readonly item_id: string
  readonly archetype: string | null
  readonly created_at: number
  readonly price_per_unit: string
  readonly quantity: number
}

type Key = Omit<PriceRollUpTable, 'histogram'>
interface Bucket extends Readonly<Key> {
  readonly difference: Histogram
}

const key = ['kind', 'subject', 'minutes', 'start'] as const
const keyOf = ({ kind, subject, minutes, start }: Readonly<Key>) => `${kind} ${minutes} ${start} ${subject}`

/** Adds up to `max` changes and corrections to the roll-ups, in one transaction. Returns whether there are more. */
export function rollUp(db: Kysely<LiveTables>, max: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const rolledUp = await getCounter(transaction, 'rolled_up')
    const listings = await changedSince(transaction, rolledUp).orderBy('change').limit(max).execute()
    const corrections = await transaction
      .selectFrom('price_corrections')
      .selectAll()
      .orderBy('number')
      .limit(max)
      .execute()
    const buckets = new Map<string, Bucket>()
    for (const listing of listings) addDifference(buckets, listing, 1)
    for (const correction of corrections) addDifference(buckets, correction, -1)
    await applyDifferences(transaction, buckets)
    const last = listings.at(-1)
    if (last) await setCounter(transaction, 'rolled_up', last.change)
    const corrected = corrections.at(-1)
    if (corrected) await transaction.deleteFrom('price_corrections').where('number', '<=', corrected.number).execute()
    return listings.length === max || corrections.length === max
  })
}

/** Listings whose last change has a greater number than `change`. */
export const changedSince = (db: Kysely<LiveTables>, change: number) =>
  db
    .selectFrom('listings')
    .select(['change', 'item_id', 'archetype', 'created_at', 'price_per_unit', 'quantity'])
    .where('change', '>', change)

function addDifference(buckets: Map<string, Bucket>, priced: PricedListing, sign: 1 | -1): void {
  const { item_id, archetype, created_at, price_per_unit, quantity } = priced
  const subjects: [SubjectKind, string | null][] = [
    ['item', item_id],
    ['archetype', archetype],
  ]
  for (const [kind, subject] of subjects) {
    if (subject === null) continue
    for (const minutes of rollUpMinutes) {
      const start = bucketStart(created_at, minutes)
      const name = keyOf({ kind, subject, minutes, start })
      let bucket = buckets.get(name)
      if (!bucket) buckets.set(name, (bucket = { kind, subject, minutes, start, difference: new Histogram() }))
      bucket.difference.add(Number(price_per_unit), sign, sign * quantity)
    }
  }
}

async function applyDifferences(db: Kysely<LiveTables>, buckets: ReadonlyMap<string, Bucket>): Promise<void> {
  const changed = [...buckets.values()].filter(({ difference }) => !difference.isEmpty)
  const keys = changed.map(({ kind, subject, minutes, start }) => ({ kind, subject, minutes, start }))
  for (const stored of await rowsByKey(db, 'price_roll_ups', key, keys))
    buckets.get(keyOf(stored))?.difference.merge(Histogram.parse(stored.histogram))
  // An empty roll-up would make an id count as an item that has listings.
  for (const { kind, subject, minutes, start } of changed.filter(({ difference }) => difference.isEmpty))
    await db
      .deleteFrom('price_roll_ups')
      .where((eb) => eb.and({ kind, subject, minutes, start }))
      .execute()
  const written = changed.filter(({ difference }) => !difference.isEmpty).map(rowOf)
  await insertRows(db, 'price_roll_ups', written, (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns([...key]).doUpdateSet((eb) => ({ histogram: eb.ref('excluded.histogram') })),
    ),
  )
}

const rowOf = ({ kind, subject, minutes, start, difference }: Bucket): PriceRollUpTable => ({
  ...{ kind, subject, minutes, start },
  histogram: JSON.stringify(difference),
})
