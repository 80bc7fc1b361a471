import type { ExpressionBuilder, Kysely } from 'kysely'
import { maxPriceBuckets, type PriceBucket, type PricesWindow } from '../../../api/model/live-store.ts'
import { getCounters } from '../rows/counters.ts'
import type { LiveTables, PriceRollUpTable, SubjectKind } from '../rows/tables.ts'
import { Histogram } from './histogram.ts'
import { PriceBuckets } from './price-buckets.ts'
import { minutesOf, spansOf, type RollUpSpan, type Span } from './price-spans.ts'
import { bucketStart, changedSince, minuteMilliseconds, type Priced } from './roll-up.ts'

const rowsPerQuery = 2000

/**
 * Of each id the newest buckets of the window, ascending: the roll-ups, and what changed since they were made. One
 * state of the store, in as many queries for a hundred ids as for one.
 */
export function priceHistories(
  db: Kysely<LiveTables>,
  { itemIds, intervalMinutes, from, to }: PricesWindow,
): Promise<readonly (readonly PriceBucket[])[]> {
  return db.transaction().execute(async (transaction) => {
    const { rolled_up: done, pruned_before: prunedBefore } = await getCounters(
      transaction,
      'rolled_up',
      'pruned_before',
    )
    const subjects = await subjectsOf(transaction, { itemIds, intervalMinutes, done })
    const [whole, parts] = minutesOf({ from, to }, prunedBefore)
    await addChanges(transaction, subjects, whole, done)
    for (const part of parts) await addListings(transaction, subjects, part)
    const spans = spansOf(whole, intervalMinutes)
    if (mayHaveTooMany({ from, to }, intervalMinutes)) await addNewestRollUps(transaction, subjects, spans)
    else await addRollUps(transaction, subjects, spans)
    return itemIds.map((id) => subjects.of(id).newest())
  })
}

const mayHaveTooMany = ({ from, to }: Span, minutes: number) =>
  bucketStart(to, minutes) - bucketStart(from, minutes) >= maxPriceBuckets * minutes * minuteMilliseconds

/** What is asked for: items, and archetypes where no listing has that item. */
class Subjects {
  readonly #held: Readonly<Record<SubjectKind, ReadonlyMap<string, PriceBuckets>>>

  constructor(items: readonly string[], archetypes: readonly string[], intervalMinutes: number) {
    const buckets = (ids: readonly string[]) => new Map(ids.map((id) => [id, new PriceBuckets(intervalMinutes)]))
    this.#held = { item: buckets(items), archetype: buckets(archetypes) }
  }

  /** The buckets of an id, of a kind or of the one that it has. */
  of(id: string, kind?: SubjectKind): PriceBuckets {
    const held = kind ? this.#held[kind].get(id) : (this.#held.item.get(id) ?? this.#held.archetype.get(id))
    if (!held) throw new Error(`${id} was not asked for`)
    return held
  }

  all(): { kind: SubjectKind; ids: readonly string[] }[] {
    const kinds = ['item', 'archetype'] as const
    return kinds.map((kind) => ({ kind, ids: [...this.#held[kind].keys()] })).filter(({ ids }) => ids.length > 0)
  }

  add(priced: Priced, sign: 1 | -1): void {
    this.#held.item.get(priced.item_id)?.add(priced, sign)
    if (priced.archetype !== null) this.#held.archetype.get(priced.archetype)?.add(priced, sign)
  }

  /** Whether a listing is of one of them. */
  readonly isAny = (eb: ExpressionBuilder<LiveTables, 'listings' | 'price_corrections'>) =>
    eb.or(this.all().map(({ kind, ids }) => eb(kind === 'item' ? 'item_id' : 'archetype', 'in', ids)))
}

/** If an item and an archetype have the same id, the item. */
async function subjectsOf(
  db: Kysely<LiveTables>,
  { itemIds, intervalMinutes, done }: { itemIds: readonly string[]; intervalMinutes: number; done: number },
): Promise<Subjects> {
  if (itemIds.length === 0) return new Subjects([], [], intervalMinutes)
  const rolledUp = await db
    .selectFrom('price_roll_ups')
    .select('subject')
    .distinct()
    .where('kind', '=', 'item')
    .where('subject', 'in', itemIds)
    .execute()
  const items = new Set(rolledUp.map(({ subject }) => subject))
  const others = itemIds.filter((id) => !items.has(id))
  if (others.length > 0)
    for (const { item_id } of await changedSince(db, done).where('item_id', 'in', others).execute()) items.add(item_id)
  const archetypes = others.filter((id) => !items.has(id))
  return new Subjects([...items], archetypes, intervalMinutes)
}

/** What changed since the roll-ups were made; what they still hold of changed listings is taken away. */
async function addChanges(db: Kysely<LiveTables>, subjects: Subjects, { from, to }: Span, done: number): Promise<void> {
  // The span is not a condition of the query: changes are few, and the listings of a year are not.
  const changed = await changedSince(db, done).where(subjects.isAny).execute()
  for (const listing of changed) if (listing.created_at >= from && listing.created_at < to) subjects.add(listing, 1)
  const corrections = await db
    .selectFrom('price_corrections')
    .selectAll()
    .where(subjects.isAny)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .execute()
  for (const correction of corrections) subjects.add(correction, -1)
}

/** Less than a minute: from the listings themselves. */
async function addListings(db: Kysely<LiveTables>, subjects: Subjects, { from, to }: Span): Promise<void> {
  const listings = await db
    .selectFrom('listings')
    .select(['item_id', 'archetype', 'created_at', 'price_per_unit', 'quantity'])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where(subjects.isAny)
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

/** One subject after the other from the newest back, until there is no room for more buckets. */
async function addNewestRollUps(
  db: Kysely<LiveTables>,
  subjects: Subjects,
  spans: readonly RollUpSpan[],
): Promise<void> {
  for (const { kind, ids } of subjects.all())
    for (const id of ids) for (const span of spans) if (!(await addNewestOf(db, subjects, { kind, id }, span))) break
}

/** Returns whether there is room for more buckets. */
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
      if (!subjects.of(id, kind).hasRoomFor(row.start)) return false
      merge(subjects, row)
      before = row.start
    }
    if (rows.length < rowsPerQuery) return true
  }
}
