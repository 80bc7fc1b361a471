import type { Kysely } from 'kysely'
import { priceBuckets, type PriceBucket, type PriceWindow } from '../../../api/model/live-store.ts'
import { Histogram } from './histogram.ts'
import { getCounter } from '../rows/counters.ts'
import { bucketStart, changedSince, minuteMilliseconds, rollUpFor, type Priced } from './roll-up.ts'
import type { LiveTables, SubjectKind } from '../rows/tables.ts'

const rowsPerQuery = 2000

interface Subject {
  readonly kind: SubjectKind
  readonly id: string
}

interface Span {
  readonly from: number
  readonly to: number
}

/** The newest buckets of the window, ascending: the roll-ups, and what changed since they were made. One state of the store. */
export function priceHistory(db: Kysely<LiveTables>, window: PriceWindow): Promise<readonly PriceBucket[]> {
  return db.transaction().execute(async (transaction) => {
    const subject = await subjectOf(transaction, window.itemId)
    const buckets = new Buckets(window.intervalMinutes)
    const [whole, parts] = minutesOf(window)
    await addChanges(transaction, subject, whole, buckets)
    for (const part of parts) await addListings(transaction, subject, part, buckets)
    for (const span of spansOf(whole, rollUpFor(window.intervalMinutes)))
      if (!(await addRollUps(transaction, subject, span, buckets))) break
    return buckets.newest()
  })
}

/** An item and an archetype of one id: the item. */
async function subjectOf(db: Kysely<LiveTables>, id: string): Promise<Subject> {
  const rolledUp = await db
    .selectFrom('price_roll_ups')
    .select('subject')
    .where('kind', '=', 'item')
    .where('subject', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (rolledUp) return { kind: 'item', id }
  const done = await getCounter(db, 'rolled_up')
  const fresh = await changedSince(db, done).where('item_id', '=', id).limit(1).executeTakeFirst()
  return { kind: fresh ? 'item' : 'archetype', id }
}

/** The whole minutes of a window, and what is left of it on both sides. */
function minutesOf({ from, to }: Span): [whole: Span, parts: Span[]] {
  const first = Math.ceil(from / minuteMilliseconds) * minuteMilliseconds
  const end = bucketStart(to, 1)
  if (first > end) return [{ from: to, to }, [{ from, to }]]
  const parts = [
    { from: end, to },
    { from, to: first },
  ]
  return [{ from: first, to: end }, parts.filter((part) => part.from < part.to)]
}

interface LevelSpan extends Span {
  readonly minutes: number
}

/** A span of whole minutes by the widest roll-up, with minutes on both sides where it does not fit; the newest first. */
function spansOf({ from, to }: Span, minutes: number): LevelSpan[] {
  const width = minutes * minuteMilliseconds
  const [first, end] = [Math.ceil(from / width) * width, Math.floor(to / width) * width]
  if (first >= end) return [{ from, to, minutes: 1 }]
  const spans = [
    { from: end, to, minutes: 1 },
    { from: first, to: end, minutes },
    { from, to: first, minutes: 1 },
  ]
  return spans.filter((span) => span.from < span.to)
}

/** What changed since the roll-ups were made; what they still hold of changed listings is taken away. */
async function addChanges(
  db: Kysely<LiveTables>,
  subject: Subject,
  { from, to }: Span,
  buckets: Buckets,
): Promise<void> {
  // The span is no condition of the query: changes are few, and the listings of a year are not.
  const changed = await changedSince(db, await getCounter(db, 'rolled_up'))
    .where(columnOf(subject), '=', subject.id)
    .execute()
  for (const listing of changed) if (listing.created_at >= from && listing.created_at < to) buckets.add(listing, 1)
  const corrections = await db
    .selectFrom('price_corrections')
    .selectAll()
    .where(columnOf(subject), '=', subject.id)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .execute()
  for (const correction of corrections) buckets.add(correction, -1)
}

/** Less than a minute: from the listings themselves. */
async function addListings(
  db: Kysely<LiveTables>,
  subject: Subject,
  { from, to }: Span,
  buckets: Buckets,
): Promise<void> {
  const listings = await db
    .selectFrom('listings')
    .select(['item_id', 'archetype', 'created_at', 'price_per_unit', 'quantity'])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where(columnOf(subject), '=', subject.id)
    .execute()
  for (const listing of listings) buckets.add(listing, 1)
}

/** From the newest back. Returns whether there is room for more buckets. */
async function addRollUps(
  db: Kysely<LiveTables>,
  { kind, id }: Subject,
  { from, to, minutes }: LevelSpan,
  buckets: Buckets,
): Promise<boolean> {
  let before = to
  for (;;) {
    const rows = await db
      .selectFrom('price_roll_ups')
      .select(['start', 'histogram'])
      .where('kind', '=', kind)
      .where('subject', '=', id)
      .where('minutes', '=', minutes)
      .where('start', '>=', from)
      .where('start', '<', before)
      .orderBy('start', 'desc')
      .limit(rowsPerQuery)
      .execute()
    for (const { start, histogram } of rows) {
      if (!buckets.hasRoomFor(start)) return false
      buckets.merge(start, Histogram.parse(histogram))
      before = start
    }
    if (rows.length < rowsPerQuery) return true
  }
}

const columnOf = ({ kind }: Subject) => (kind === 'item' ? 'item_id' : 'archetype')

/** Buckets of one interval. Roll-ups are merged in from the newest back. */
class Buckets {
  readonly #minutes: number
  readonly #held = new Map<number, Histogram>()
  #current: number | undefined
  #full = 0

  constructor(minutes: number) {
    this.#minutes = minutes
  }

  add({ created_at, price_per_unit, quantity }: Priced, sign: 1 | -1): void {
    this.#at(bucketStart(created_at, this.#minutes)).add(Number(price_per_unit), sign, sign * quantity)
  }

  merge(start: number, histogram: Histogram): void {
    this.#at(bucketStart(start, this.#minutes)).merge(histogram)
  }

  /** False once a bucket would be one too many; those in which nothing is left do not count. */
  hasRoomFor(start: number): boolean {
    const bucket = bucketStart(start, this.#minutes)
    if (bucket !== this.#current) {
      if (this.#current !== undefined && !this.#at(this.#current).isEmpty) this.#full += 1
      this.#current = bucket
    }
    return this.#full < priceBuckets
  }

  newest(): readonly PriceBucket[] {
    return [...this.#held]
      .filter(([, histogram]) => !histogram.isEmpty)
      .sort(([a], [b]) => a - b)
      .slice(-priceBuckets)
      .map(([start, histogram]) => ({ start, histogram: histogram.toJSON() }))
  }

  #at(start: number): Histogram {
    const held = this.#held.get(start)
    if (held) return held
    const histogram = new Histogram()
    this.#held.set(start, histogram)
    return histogram
  }
}
