import { sql, type CreateTableBuilder, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { dialectOf } from '../../dialect/dialect.ts'
import { messageParts } from './message-parts.ts'
import type { LiveTables } from './tables.ts'

type Type = 'text' | 'integer' | 'blob'

/** Adds columns that are given as `name type`; a `?` after the type allows null. */
function columns<T extends string>(table: CreateTableBuilder<T>, ...declared: readonly string[]) {
  return declared.reduce<CreateTableBuilder<T, string>>((builder, declaration) => {
    const [name = '', type = ''] = declaration.split(' ')
    return builder.addColumn(name, type.replace('?', '') as Type, (column) =>
      type.endsWith('?') ? column : column.notNull(),
    )
  }, table)
}

async function createMarket(db: Kysely<LiveTables>): Promise<void> {
  const { clustered, rowNumber } = dialectOf(db)
  const listings = db.schema.createTable('listings').addColumn('number', 'integer', rowNumber)
  await columns(
    listings.addColumn('id', 'integer', (column) => column.notNull().unique()),
    ...['change integer', 'captured_at integer', 'item_id text', 'item text?', 'archetype text?', 'rarity text?'],
    ...['loot_state text?', 'seller text?', 'price integer', 'price_per_unit text', 'quantity integer'],
    ...['created_at integer', 'expires_at integer?', 'has_sold integer', 'has_expired integer'],
    ...['has_cancelled integer', 'captured_patch_id integer?', 'extra text?'],
  ).execute()
  await db.schema.createIndex('listings_by_change').on('listings').column('change').execute()
  await db.schema.createIndex('listings_by_created_at').on('listings').column('created_at').execute()
  await columns(
    db.schema.createTable('price_roll_ups'),
    ...['kind text', 'subject text', 'minutes integer', 'start integer', 'histogram text'],
  )
    .addPrimaryKeyConstraint('price_roll_ups_key', ['kind', 'subject', 'minutes', 'start'])
    .modifyEnd(clustered)
    .execute()
  await columns(
    db.schema.createTable('price_corrections').addColumn('number', 'integer', rowNumber),
    ...['item_id text', 'archetype text?', 'created_at integer', 'price_per_unit text', 'quantity integer'],
  ).execute()
}

async function createTrades(db: Kysely<LiveTables>): Promise<void> {
  await columns(
    db.schema.createTable('trades').addColumn('id', 'integer', (column) => column.primaryKey()),
    ...['timestamp integer', 'sender text?', 'sender_id integer?', 'sender_class text?', 'sender_rank text?'],
    ...['message text', 'folded text', 'items text', 'extra text?'],
  ).execute()
  await db.schema.createIndex('trades_by_timestamp').on('trades').columns(['timestamp', 'id']).execute()
  for (const column of ['sender', 'sender_class', 'sender_rank'])
    await db.schema.createIndex(`trades_by_${column}`).on('trades').columns([column, 'timestamp', 'id']).execute()
  await dialectOf(db).createPartIndex(db, messageParts)
}

async function createMerchants(db: Kysely<LiveTables>): Promise<void> {
  const { clustered } = dialectOf(db)
  const snapshot = ['merchant_id text', 'captured_at integer']
  for (const name of ['stock_snapshots', 'quest_snapshots'])
    await columns(db.schema.createTable(name), ...snapshot)
      .addPrimaryKeyConstraint(`${name}_key`, ['merchant_id', 'captured_at'])
      .modifyEnd(clustered)
      .execute()
  await columns(
    db.schema.createTable('merchant_stock'),
    ...snapshot,
    ...['item_id text', 'rank_id text', 'price integer', 'currency text?', 'stock integer', 'extra text?'],
  )
    .addPrimaryKeyConstraint('merchant_stock_key', ['merchant_id', 'captured_at', 'item_id', 'rank_id'])
    .modifyEnd(clustered)
    .execute()
  await db.schema
    .createIndex('merchant_stock_by_item')
    .on('merchant_stock')
    .columns(['item_id', 'captured_at'])
    .execute()
  await columns(
    db.schema.createTable('merchant_quests'),
    ...snapshot,
    ...['quest_id text', 'reset_at integer?', 'is_repeatable integer', 'rank_requirement text?', 'extra text?'],
  )
    .addPrimaryKeyConstraint('merchant_quests_key', ['merchant_id', 'captured_at', 'quest_id'])
    .modifyEnd(clustered)
    .execute()
}

async function createPopulation(db: Kysely<LiveTables>): Promise<void> {
  await columns(
    db.schema.createTable('population').addColumn('timestamp', 'integer', (column) => column.primaryKey()),
    ...['num_online integer', 'num_lobby integer', 'num_dungeon integer'],
  ).execute()
}

async function createLeaderboards(db: Kysely<LiveTables>): Promise<void> {
  const { clustered } = dialectOf(db)
  await columns(
    db.schema.createTable('seasons').addColumn('id', 'text', (column) => column.primaryKey()),
    ...['legacy_prefix text?', 'row text'],
  ).execute()
  await columns(db.schema.createTable('sheets'), 'season_id text', 'id text', 'legacy_suffix text?', 'row text')
    .addPrimaryKeyConstraint('sheets_key', ['season_id', 'id'])
    .execute()
  await columns(
    db.schema.createTable('periods'),
    ...['season_id text', 'sheet_id text', 'index integer', 'begin integer?', 'end integer?'],
  )
    .addPrimaryKeyConstraint('periods_key', ['season_id', 'sheet_id', 'index'])
    .execute()
  const entry = ['season_id text', 'sheet_id text', 'period_index integer', 'character_class text', 'character text']
  const seen = ['captured_at integer', 'rank integer', 'previous_rank integer?', 'score text?', 'karma integer?']
  const tier = ['rank_tier text?', 'rank_tier_level text?']
  const board = ['season_id', 'sheet_id', 'period_index'] as const
  await columns(db.schema.createTable('entries'), ...entry, ...seen, ...tier)
    .addPrimaryKeyConstraint('entries_key', [...board, 'character_class', 'character'])
    .modifyEnd(clustered)
    .execute()
  await db.schema
    .createIndex('entries_by_rank')
    .on('entries')
    .columns([...board, 'rank'])
    .execute()
  const character = ['season_id', 'sheet_id', 'character', 'captured_at', 'period_index', 'character_class'] as const
  await columns(db.schema.createTable('entry_history'), ...entry, ...seen, ...tier)
    .addPrimaryKeyConstraint('entry_history_key', [...character])
    .modifyEnd(clustered)
    .execute()
  const captures = ['captured_at integer', 'first_rank integer', 'last_rank integer']
  await columns(db.schema.createTable('board_captures'), ...entry.slice(0, 4), ...captures)
    .addPrimaryKeyConstraint('board_captures_key', [...board, 'character_class', 'captured_at'])
    .modifyEnd(clustered)
    .execute()
  await db.schema.createIndex('board_captures_by_age').on('board_captures').column('captured_at').execute()
  await db.schema.createIndex('entry_history_by_age').on('entry_history').column('captured_at').execute()
}

async function createBookkeeping(db: Kysely<LiveTables>): Promise<void> {
  const { rowNumber } = dialectOf(db)
  await columns(
    db.schema.createTable('quarantine').addColumn('number', 'integer', rowNumber),
    ...['feed text', 'digest text', 'line blob', 'errors text', 'received_at integer'],
  )
    .addUniqueConstraint('quarantine_lines', ['feed', 'digest'])
    .execute()
  await columns(
    db.schema.createTable('numbers').addColumn('name', 'text', (column) => column.primaryKey()),
    'value integer',
  ).execute()
}

const numberedTables = [
  { table: 'trades', key: ['id'], age: 'timestamp' },
  { table: 'merchant_stock', key: ['merchant_id', 'captured_at', 'item_id', 'rank_id'], age: 'captured_at' },
  { table: 'merchant_quests', key: ['merchant_id', 'captured_at', 'quest_id'], age: 'captured_at' },
  { table: 'population', key: ['timestamp'], age: 'timestamp' },
] as const

/** Adds change numbers to the feeds other than listings. Existing rows get the next numbers, the oldest row first. */
async function numberChanges(db: Kysely<LiveTables>): Promise<void> {
  for (const { table, key, age } of numberedTables) {
    await db.schema
      .alterTable(table)
      .addColumn('change', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    const [name, columns] = [sql.table(table), sql.join(key.map((column) => sql.ref(column)))]
    const isSame = sql.join(
      key.map((column) => sql`numbered.${sql.ref(column)} = ${sql.ref(`${table}.${column}`)}`),
      sql` and `,
    )
    const newest = sql`coalesce((select value from numbers where name = 'change'), 0)`
    const order = sql`row_number() over (order by ${sql.ref(age)}, ${columns})`
    const numbered = sql`(select ${columns}, ${newest} + ${order} as change from ${name}) as numbered`
    await sql`update ${name} set change = numbered.change from ${numbered} where ${isSame}`.execute(db)
    const count = sql`select 'change', count(*) from ${name} where true`
    const added = sql`do update set value = numbers.value + excluded.value`
    await sql`insert into numbers (name, value) ${count} on conflict (name) ${added}`.execute(db)
    await db.schema.createIndex(`${table}_by_change`).on(table).column('change').execute()
  }
}

/** All migrations, in the order of their names. A migration that has been released is never edited. */
const liveMigrations: Readonly<Record<string, Migration>> = {
  '0001-feeds': {
    async up(db: Kysely<LiveTables>) {
      await createMarket(db)
      await createTrades(db)
      await createMerchants(db)
      await createPopulation(db)
      await createLeaderboards(db)
      await createBookkeeping(db)
    },
  },
  '0002-change-numbers': { up: numberChanges },
  '0003-quarantine-by-age': {
    async up(db: Kysely<LiveTables>) {
      await db.schema.createIndex('quarantine_by_age').on('quarantine').columns(['feed', 'received_at']).execute()
    },
  },
  '0004-ranks-of-captures': {
    async up(db: Kysely<LiveTables>) {
      await db.schema.dropIndex('entry_history_by_age').execute()
      const capture = ['captured_at', 'season_id', 'sheet_id', 'period_index'] as const
      await db.schema
        .createIndex('entry_history_by_age')
        .on('entry_history')
        .columns([...capture, 'rank'])
        .execute()
    },
  },
}

export const liveStore = { name: 'live', migrations: liveMigrations }
