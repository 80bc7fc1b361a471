import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Feed } from '../../../api/model/feeds/feeds.ts'
import type { LiveTables } from '../rows/tables.ts'

const maxStoredBytes = 64 * 1024

export interface QuarantinedLine {
  readonly number: number
  readonly feed: string
  readonly line: Buffer
  readonly errors: readonly string[]
  readonly receivedAt: number
}

/** Stores rejected lines. A line that is there already gets the new errors. */
export async function quarantineLines(
  db: Kysely<LiveTables>,
  feed: Feed,
  rejected: readonly { readonly bytes: Uint8Array; readonly errors: readonly string[] }[],
  receivedAt: number,
): Promise<void> {
  for (const { bytes, errors } of rejected) {
    const line = Buffer.from(bytes.subarray(0, maxStoredBytes))
    const row = {
      ...{ feed, line },
      // The digest of the stored bytes, so that a line that was cut stays the same line when it is retried.
      digest: createHash('sha256').update(line).digest('hex'),
      errors: JSON.stringify(errors),
      received_at: receivedAt,
    }
    await db
      .insertInto('quarantine')
      .values(row)
      .onConflict((conflict) => conflict.columns(['feed', 'digest']).doUpdateSet({ errors: row.errors }))
      .execute()
  }
}

/** Returns lines in quarantine in the order of their numbers, beginning after the number `after`. */
export async function quarantinedLines(
  db: Kysely<LiveTables>,
  after = 0,
  limit = 1000,
): Promise<readonly QuarantinedLine[]> {
  const rows = await db
    .selectFrom('quarantine')
    .selectAll()
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(({ number, feed, line, errors, received_at }) => ({
    ...{ number, feed, line },
    errors: JSON.parse(errors) as string[],
    receivedAt: received_at,
  }))
}

/** Removes lines from the quarantine. */
export async function releaseLines(db: Kysely<LiveTables>, numbers: readonly number[]): Promise<void> {
  if (numbers.length > 0) await db.deleteFrom('quarantine').where('number', 'in', numbers).execute()
}
