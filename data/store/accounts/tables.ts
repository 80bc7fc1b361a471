import type { ColumnType, Generated } from 'kysely'

/** An instant as ISO 8601 in UTC with milliseconds: it sorts as text in every database. */
type Instant = string
/** A list of texts as JSON. */
type List = string
type Given<T> = ColumnType<T, T, never>

export interface AccountTables {
  owners: {
    id: Generated<number>
    name: string
    /** The user at the sign-in provider, `<host>:<id>`; null for owners that an operator created. */
    subject: string | null
    permissions: List
    tier: string
    created_at: Given<Instant>
  }
  api_keys: {
    id: Generated<number>
    owner_id: Given<number>
    prefix: Given<string>
    /** SHA-256 of the whole key, hexadecimal. */
    hash: Given<string>
    name: string
    scopes: Given<List>
    origins: List
    created_at: Given<Instant>
    /** Of a replaced key: the end of its grace period at the latest. */
    expires_at: Instant | null
    revoked_at: Instant | null
    last_used_at: Instant | null
    /** Id of the key that rotation put in its place. */
    replaced_by: number | null
  }
  sessions: {
    /** SHA-256 of the session's id: knowing the table does not suffice to use a session. */
    id_hash: Given<string>
    owner_id: number | null
    data: string
    idle_until: Instant
    ends_at: Instant
  }
  usage_days: {
    key_id: Given<number>
    /** UTC, `2026-11-21`. */
    day: Given<string>
    count: number
  }
}

export const listOf = <T extends string>(stored: string): T[] => JSON.parse(stored) as T[]
export const instant = (milliseconds: number): string => new Date(milliseconds).toISOString()
/** The UTC day of an instant. */
export const dayOf = (milliseconds: number): string => instant(milliseconds).slice(0, 10)
