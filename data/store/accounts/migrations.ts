import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { dialectOf } from '../dialect/dialect.ts'
import type { AccountTables } from './tables.ts'

/** All migrations, in the order of their names. A migration that has been released is never edited. */
export const accountMigrations: Readonly<Record<string, Migration>> = {
  '0001-owners-keys-sessions-usage': {
    async up(db: Kysely<AccountTables>) {
      const { rowNumber } = dialectOf(db)
      await db.schema
        .createTable('owners')
        .addColumn('id', 'integer', rowNumber)
        .addColumn('name', 'text', (column) => column.notNull().unique())
        .addColumn('subject', 'text', (column) => column.unique())
        .addColumn('permissions', 'text', (column) => column.notNull())
        .addColumn('tier', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('api_keys')
        .addColumn('id', 'integer', rowNumber)
        .addColumn('owner_id', 'integer', (column) => column.notNull().references('owners.id'))
        .addColumn('prefix', 'text', (column) => column.notNull().unique())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('scopes', 'text', (column) => column.notNull())
        .addColumn('origins', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text')
        .addColumn('revoked_at', 'text')
        .addColumn('last_used_at', 'text')
        .addColumn('replaced_by', 'integer', (column) => column.references('api_keys.id'))
        .execute()
      await db.schema.createIndex('api_keys_by_owner').on('api_keys').column('owner_id').execute()
      await db.schema
        .createTable('sessions')
        .addColumn('id_hash', 'text', (column) => column.primaryKey())
        .addColumn('owner_id', 'integer', (column) => column.references('owners.id'))
        .addColumn('data', 'text', (column) => column.notNull())
        .addColumn('idle_until', 'text', (column) => column.notNull())
        .addColumn('ends_at', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('sessions_by_idle_until').on('sessions').column('idle_until').execute()
      await db.schema
        .createTable('usage_days')
        .addColumn('key_id', 'integer', (column) => column.notNull().references('api_keys.id'))
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('count', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('usage_days_key', ['key_id', 'day'])
        .execute()
    },
  },
}
