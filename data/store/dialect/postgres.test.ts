import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { proxyTo, type TcpProxy } from '../test/tcp-proxy.ts'
import { TestStore } from '../test/test-store.ts'
import { dialectOf } from './dialect.ts'
import { openStore, type StoreLocation } from './open-store.ts'
import { DatabaseUnavailableError } from './unavailable.ts'

interface Tables {
  notes: { id: number; text: string | null; bytes: Buffer | null }
  notes_migration: { name: string; timestamp: string }
}

const migrations: Readonly<Record<string, Migration>> = {
  '0001-notes': {
    async up(db: Kysely<Tables>) {
      const { rowNumber, clustered, createPartIndex } = dialectOf(db)
      const notes = db.schema.createTable('notes').addColumn('id', 'integer', rowNumber)
      await notes.addColumn('text', 'text').addColumn('bytes', 'blob').modifyEnd(clustered).execute()
      await createPartIndex(db, { table: 'notes', key: 'id', column: 'text' })
    },
  },
}
const store = { name: 'notes', migrations }

let at: TestStore
let location: StoreLocation
const opened: Kysely<Tables>[] = []
beforeEach(async () => {
  at = new TestStore()
  at.willChangeTables()
  location = await at.location()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((db) => db.destroy()))
  await at.remove()
})

async function open(access: 'write' | 'read' = 'write', where = location): Promise<Kysely<Tables>> {
  const { db } = await openStore<Tables>(where, store, { access, share: 1 })
  opened.push(db)
  return db
}

/** The value of a setting of the server within a transaction. */
const setting = (db: Kysely<Tables>, name: string) =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(transaction)
    return rows[0]?.value
  })

describe('tables', () => {
  it('are created by one of many stores that are opened at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => open()))
    await Promise.all(
      all.map((db) =>
        db
          .insertInto('notes')
          .values({ text: 'a' } as never)
          .execute(),
      ),
    )
    expect(await all[0]?.selectFrom('notes').select('id').orderBy('id').execute()).toHaveLength(6)
  })

  it('of a newer version are refused with an error', async () => {
    const db = await open()
    await db.insertInto('notes_migration').values({ name: '9999-of-tomorrow', timestamp: '2099' }).execute()
    await expect(open()).rejects.toThrow(
      'The tables of notes are of a newer version of this program (9999-of-tomorrow): run that version.',
    )
  })
})

describe('a transaction that writes', () => {
  it('is durable when it ends, whatever the default of the database', async () => {
    const db = await open()
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    for (const [given, used] of [
      ['off', 'on'],
      ['local', 'on'],
      ['on', 'on'],
      ['remote_apply', 'remote_apply'],
    ] as const) {
      await sql`alter database ${sql.id(rows[0]?.name ?? '')} set synchronous_commit = ${sql.lit(given)}`.execute(db)
      expect(await setting(await open(), 'synchronous_commit')).toBe(used)
    }
  })

  it('sees rows that others committed while it waited, whatever the default of the database', async () => {
    const db = await open()
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    const database = sql.id(rows[0]?.name ?? '')
    await sql`alter database ${database} set default_transaction_isolation = 'repeatable read'`.execute(db)
    expect(await setting(await open(), 'transaction_isolation')).toBe('read committed')
  })

  it('waits for the previous one, and sees the rows that this has committed', async () => {
    const all = await Promise.all([open(), open(), open()])
    const add = (db: Kysely<Tables>, delay: number) =>
      db.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom('notes')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        await sleep(delay)
        await transaction.insertInto('notes').values({ id: count, text: null, bytes: null }).execute()
      })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 15 }), { minLength: 2, maxLength: 8 }), async (delays) => {
        await Promise.all(delays.map((delay, nth) => add(all[nth % all.length] as Kysely<Tables>, delay)))
      }),
      { numRuns: 5 },
    )
    const rows = await (await open('read')).selectFrom('notes').select('id').orderBy('id').execute()
    const ids = rows.map(({ id }) => id)
    expect(ids).toEqual(ids.map((_, nth) => nth))
  })

  it('that waited too long leaves its connection usable', async () => {
    const database = { url: location.database?.url ?? '', poolSize: 1, timeoutMilliseconds: 500 }
    const [holder, waiter] = await Promise.all([open(), open('write', { ...location, database })])
    const begin = (db: Kysely<Tables>, then = () => Promise.resolve()) => db.transaction().execute(then)
    const [isHeld, isOver] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const holding = begin(holder, () => {
      isHeld.resolve(undefined)
      return isOver.promise
    })
    await isHeld.promise
    try {
      await expect(begin(waiter)).rejects.toThrow(DatabaseUnavailableError)
      await expect(begin(waiter)).rejects.toThrow(DatabaseUnavailableError)
    } finally {
      isOver.resolve(undefined)
    }
    await holding
    await begin(waiter)
  })
})

describe('a transaction that reads', () => {
  it('sees the same state until its end', async () => {
    const [writing, reading] = await Promise.all([open(), open('read')])
    const count = (db: Kysely<Tables>) => db.selectFrom('notes').select('id').execute()
    await reading.transaction().execute(async (transaction) => {
      expect(await count(transaction)).toHaveLength(0)
      await writing.insertInto('notes').values({ id: 1, text: 'a', bytes: null }).execute()
      expect(await count(transaction)).toHaveLength(0)
    })
    expect(await count(reading)).toHaveLength(1)
  })
})

describe('rows', () => {
  it('are read as they were written, except for characters that the database cannot store', async () => {
    const db = await open()
    const { rowSource } = dialectOf(db)
    const texts = fc.string({ unit: 'binary', maxLength: 20 })
    const stored = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 20 }), async (given) => {
        await db.deleteFrom('notes').execute()
        const rows = given.map((text, id) => ({ id: id + 2 ** 40, text }))
        const { source } = rowSource('notes', ['id', 'text'], rows)
        await db.insertInto('notes').columns(['id', 'text']).expression(source()).execute()
        const found = await db.selectFrom('notes').select(['id', 'text']).orderBy('id').execute()
        expect(found).toEqual(rows.map(({ id, text }) => ({ id, text: stored(text) })))
      }),
      { numRuns: 50 },
    )
  })

  it('are in the order of their bytes, whatever the collation of the database', async () => {
    const db = await open()
    const texts = ['b', 'A', 'a', 'B', 'ä', '_', 'Z', '-']
    await db
      .insertInto('notes')
      .values(texts.map((text, id) => ({ id, text, bytes: null })))
      .execute()
    const { rows } = await sql<{ provider: string }>`
      select datlocprovider as provider from pg_database where datname = current_database()`.execute(db)
    expect(rows[0]?.provider).toBe('i')
    const found = await db.selectFrom('notes').select('text').orderBy('text').execute()
    expect(found.map(({ text }) => text)).toEqual([...texts].sort())
  })

  it('keep bytes', async () => {
    const db = await open()
    const bytes = randomBytes(300)
    await db.insertInto('notes').values({ id: 1, text: null, bytes }).execute()
    expect((await db.selectFrom('notes').select('bytes').executeTakeFirst())?.bytes).toEqual(bytes)
  })
})

describe('a database that is away', () => {
  const through = (url: string, timeoutMilliseconds = 1000): StoreLocation => ({
    dataDir: at.dataDir,
    database: { url, poolSize: 4, timeoutMilliseconds },
  })
  const count = (db: Kysely<Tables>) => db.selectFrom('notes').select('id').execute()

  let proxy: TcpProxy
  beforeEach(async () => void (proxy = await proxyTo(location.database?.url ?? '')))
  afterEach(() => proxy.close())

  it('throws DatabaseUnavailableError, and creates its tables and answers once it is back', async () => {
    await proxy.cut()
    const db = await open('write', through(proxy.url))
    await expect(count(db)).rejects.toThrow(DatabaseUnavailableError)
    await proxy.mend()
    await expect.poll(() => count(db)).toEqual([])
    await proxy.cut()
    await proxy.mend()
    await expect.poll(() => count(db)).toEqual([])
  })

  it('reports the cause with every error', async () => {
    const missing = new URL(location.database?.url ?? '')
    missing.pathname = '/none_of_these'
    const db = await open('write', through(missing.href))
    for (let nth = 0; nth < 3; nth += 1) {
      const why = { cause: expect.objectContaining({ message: 'database "none_of_these" does not exist' }) as Error }
      await expect(count(db)).rejects.toMatchObject(why)
    }
  })

  it('and silent is given up long before the time-out of statements, and after that at once', async () => {
    const db = await open('write', through(proxy.url, 10_000))
    await count(db)
    proxy.silence()
    const began = performance.now()
    await expect(count(db)).rejects.toThrow(DatabaseUnavailableError)
    expect(performance.now() - began).toBeLessThan(8000)
    const refused = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const start = performance.now()
        await expect(count(db)).rejects.toThrow(DatabaseUnavailableError)
        return performance.now() - start
      }),
    )
    expect(Math.max(...refused)).toBeLessThan(900)
    proxy.unsilence()
    await expect.poll(() => count(db)).toEqual([])
  })

  it('and found silent by one pool is checked by the other pools of the process at once', async () => {
    const settings = through(proxy.url, 10_000)
    const [first, second] = [await open('write', settings), await open('write', settings)]
    await Promise.all([count(first), count(second)])
    proxy.silence()
    const refusal = async (db: typeof first) => {
      const start = performance.now()
      await expect(count(db)).rejects.toThrow(DatabaseUnavailableError)
      return performance.now() - start
    }
    const found = await refusal(first)
    expect(await refusal(second)).toBeLessThan(0.75 * found)
    proxy.unsilence()
    await expect.poll(() => count(second)).toEqual([])
  })

  it('is distinguished from one that only answers on open connections', async () => {
    const settings = through(proxy.url, 5000)
    const [first, second] = [await open('write', settings), await open('write', settings)]
    await Promise.all([count(first), count(second)])
    proxy.silenceNew()
    let isFound = false
    const found = expect(sql`select pg_sleep(4)`.execute(first))
      .rejects.toThrow(DatabaseUnavailableError)
      .then(() => (isFound = true))
    while (!isFound) {
      expect(await count(second)).toEqual([])
      await sleep(20)
    }
    await found
    const until = performance.now() + 1200
    while (performance.now() < until) expect(await count(second)).toEqual([])
  })

  it('is not checked any more by a store that was closed before it was used', async () => {
    await proxy.cut()
    const db = await open('write', through(proxy.url))
    await db.destroy()
    await proxy.mend()
    await sleep(1500)
    expect(proxy.accepted).toBe(0)
  })

  it('is distinguished from one on which a single connection hangs', async () => {
    const db = await open('write', through(proxy.url, 10_000))
    proxy.silenceNext()
    expect(await count(db)).toEqual([])
  })

  it('is distinguished from one that runs a long statement', async () => {
    const db = await open('write', through(proxy.url, 15_000))
    const { rows } = await sql<{ done: string }>`select 'done' as done from pg_sleep(4)`.execute(db)
    expect(rows).toEqual([{ done: 'done' }])
    expect(await count(db)).toEqual([])
  })

  it('cancels a statement that takes too long, and answers the next one at once', async () => {
    // Long enough for every other statement on a busy machine.
    const db = await open('write', through(location.database?.url ?? '', 1500))
    expect(await count(db)).toEqual([])
    await expect(sql`select pg_sleep(20)`.execute(db)).rejects.toThrow(DatabaseUnavailableError)
    expect(await count(db)).toEqual([])
  })
})
