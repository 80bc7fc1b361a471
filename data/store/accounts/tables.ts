import type { ColumnType, Generated } from 'kysely'

/** An instant as ISO 8601 in UTC with milliseconds, whose order as text is that of time in every database. */
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
    /** For a replaced key, at most the end of its grace period. */
    expires_at: Instant | null
    revoked_at: Instant | null
    last_used_at: Instant | null
    /** Id of the key that replaced it at a rotation. */
    replaced_by: number | null
  }
  sessions: {
    /** SHA-256 of the session's id, so that the table does not suffice to use a session. */
    id_hash: Given<string>
    owner_id: number | null
    data: string
    idle_until: Instant
    ends_at: Instant
  }
  usage_days: {
    key_id: Given<number>
    /** A day in UTC, such as `2026-11-21`. */
    day: Given<string>
    count: number
  }
}

/** Parses a list of texts. */
export const parseList = <T extends string>(stored: string): T[] => JSON.parse(stored) as T[]
/** Formats an instant, given in ms since 1970. */
export const formatInstant = (milliseconds: number): string => new Date(milliseconds).toISOString()
/** The day of an instant, given in ms since 1970. */
export const utcDay = (milliseconds: number): string => formatInstant(milliseconds).slice(0, 10)
