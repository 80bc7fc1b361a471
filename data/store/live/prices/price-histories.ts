import type { ExpressionBuilder, Kysely } from 'kysely'
import { maxPriceBuckets, type PriceBucket, type PricesWindow } from '../../../api/model/live-store.ts'
import { getCounters } from '../rows/counters.ts'
import type { LiveTables, PriceRollUpTable, SubjectKind } from '../rows/tables.ts'
import { Histogram } from './histogram.ts'
import { PriceBuckets } from './price-buckets.ts'
import { splitAtMinutes, rollUpSpans, type RollUpSpan, type Span } from './price-spans.ts'
import { bucketStart, changedSince, minuteMilliseconds, type PricedListing } from './roll-up.ts'

const rowsPerQuery = 2000

/**
 * Returns for each id the newest buckets of the window, in ascending order. They consist of roll-ups and of changes since,
 * read in one transaction. A hundred ids take as many queries as one.
 */
export function priceHistories(
  db: Kysely<LiveTables>,
  { itemIds, intervalMinutes, from, to }: PricesWindow,
): Promise<readonly (readonly PriceBucket[])[]> {
  return db.transaction().execute(async (transaction) => {
    const { rolled_up: rolledUp, pruned_before: prunedBefore } = await getCounters(
      transaction,
      'rolled_up',
      'pruned_before',
    )
    const subjects = await subjectsOf(transaction, { itemIds, intervalMinutes, rolledUp })
    const [whole, parts] = splitAtMinutes({ from, to }, prunedBefore)
    await addChanges(transaction, subjects, whole, rolledUp)
    for (const part of parts) await addListings(transaction, subjects, part)
    const spans = rollUpSpans(whole, intervalMinutes)
    if (mayHaveTooMany({ from, to }, intervalMinutes)) await addNewestRollUps(transaction, subjects, spans)
    else await addRollUps(transaction, subjects, spans)
    return itemIds.map((id) => subjects.of(id).newest())
  })
}

const mayHaveTooMany = ({ from, to }: Span, minutes: number) =>
  bucketStart(to, minutes) - bucketStart(from, minutes) >= maxPriceBuckets * minutes * minuteMilliseconds

/** The requested ids and their buckets. An id is an item or, if no listing has that item, an archetype. */
class Subjects {
  readonly #buckets: Readonly<Record<SubjectKind, ReadonlyMap<string, PriceBuckets>>>

  constructor(items: readonly string[], archetypes: readonly string[], intervalMinutes: number) {
    const newBuckets = (ids: readonly string[]) => new Map(ids.map((id) => [id, new PriceBuckets(intervalMinutes)]))
    this.#buckets = { item: newBuckets(items), archetype: newBuckets(archetypes) }
  }

  /** The buckets of an id. Throws an `Error` if the id, or the id as this kind, was not requested. */
  of(id: string, kind?: SubjectKind): PriceBuckets {
    const found = kind ? this.#buckets[kind].get(id) : (this.#buckets.item.get(id) ?? this.#buckets.archetype.get(id))
    if (!found) throw new Error(`${id} was not requested`)
    return found
  }

  all(): { kind: SubjectKind; ids: readonly string[] }[] {
    const kinds = ['item', 'archetype'] as const
    return kinds.map((kind) => ({ kind, ids: [...this.#buckets[kind].keys()] })).filter(({ ids }) => ids.length > 0)
  }

  /** Adds a listing to the buckets of its item and archetype or, with -1, subtracts it. */
  add(priced: PricedListing, sign: 1 | -1): void {
    this.#buckets.item.get(priced.item_id)?.add(priced, sign)
    if (priced.archetype !== null) this.#buckets.archetype.get(priced.archetype)?.add(priced, sign)
  }

  /** The condition that a listing is of a requested id. */
  readonly isRequested = (eb: ExpressionBuilder<LiveTables, 'listings' | 'price_corrections'>) =>
    eb.or(this.all().map(({ kind, ids }) => eb(kind === 'item' ? 'item_id' : 'archetype', 'in', ids)))
}

/** Decides for each id whether it is an item or an archetype. If listings have both, it is the item. */
async function subjectsOf(
  db: Kysely<LiveTables>,
  { itemIds, intervalMinutes, rolledUp }: { itemIds: readonly string[]; intervalMinutes: number; rolledUp: number },
): Promise<Subjects> {
  if (itemIds.length === 0) return new Subjects([], [], intervalMinutes)
  const found = await db
    .selectFrom('price_roll_ups')
    .select('subject')
    .distinct()
    .where('kind', '=', 'item')
    .where('subject', 'in', itemIds)
    .execute()
  const items = new Set(found.map(({ subject }) => subject))
  const others = itemIds.filter((id) => !items.has(id))
  if (others.length > 0)
    for (const { item_id } of await changedSince(db, rolledUp).where('item_id', 'in', others).execute())
      items.add(item_id)
  const archetypes = others.filter((id) => !items.has(id))
  return new Subjects([...items], archetypes, intervalMinutes)
}

/** Adds changes that are not in the roll-ups, and subtracts the earlier values of changed listings that still are. */
async function addChanges(
  db: Kysely<LiveTables>,
  subjects: Subjects,
  { from, to }: Span,
  rolledUp: number,
): Promise<void> {
  // The span is not a condition of the query, so that the database reads the few changes and not the listings of a
  // year.
  const changed = await changedSince(db, rolledUp).where(subjects.isRequested).execute()
  for (const listing of changed) if (listing.created_at >= from && listing.created_at < to) subjects.add(listing, 1)
  const corrections = await db
    .selectFrom('price_corrections')
    .selectAll()
    .where(subjects.isRequested)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .execute()
  for (const correction of corrections) subjects.add(correction, -1)
}

/** Adds the listings of a part of a minute, for which there is no roll-up. */
async function addListings(db: Kysely<LiveTables>, subjects: Subjects, { from, to }: Span): Promise<void> {
  const listings = await db
    .selectFrom('listings')
    .select(['item_id', 'archetype', 'created_at', 'price_per_unit', 'quantity'])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where(subjects.isRequested)
    .execute()
  for (const listing of listings) subjects.add(listing, 1)
}

const rollUpsOf = (
  db: Kysely<LiveTables>,
  { kind, ids }: { kind: SubjectKind; ids: readonly string[] },
  { minutes, from, to }: RollUpSpan,
) =>
  db
    .selectFrom('price_roll_ups')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', 'in', ids)
    .where('minutes', '=', minutes)
    .where('start', '>=', from)
    .where('start', '<', to)

const merge = (subjects: Subjects, { kind, subject, start, histogram }: PriceRollUpTable) =>
  subjects.of(subject, kind).merge(start, Histogram.parse(histogram))

async function addRollUps(db: Kysely<LiveTables>, subjects: Subjects, spans: readonly RollUpSpan[]): Promise<void> {
  const [first, ...others] = subjects.all().flatMap((some) => spans.map((span) => rollUpsOf(db, some, span)))
  if (!first) return
  const query = others.reduce((union, one) => union.unionAll(one), first)
  for (const row of await query.execute()) merge(subjects, row)
}

/** Merges the roll-ups of one subject after the other, from the newest back until it has enough buckets. */
async function addNewestRollUps(
  db: Kysely<LiveTables>,
  subjects: Subjects,
  spans: readonly RollUpSpan[],
): Promise<void> {
  for (const { kind, ids } of subjects.all())
    for (const id of ids) for (const span of spans) if (!(await addNewestOf(db, subjects, { kind, id }, span))) break
}

/** Merges the roll-ups of a span. Returns false once the subject has enough buckets. */
async function addNewestOf(
  db: Kysely<LiveTables>,
  subjects: Subjects,
  { kind, id }: { kind: SubjectKind; id: string },
  span: RollUpSpan,
): Promise<boolean> {
  let before = span.to
  for (;;) {
    const newest = rollUpsOf(db, { kind, ids: [id] }, { ...span, to: before })
    const rows = await newest.orderBy('start', 'desc').limit(rowsPerQuery).execute()
    for (const row of rows) {
      if (!subjects.of(id, kind).needs(row.start)) return false
      merge(subjects, row)
      before = row.start
    }
    if (rows.length < rowsPerQuery) return true
  }
}
