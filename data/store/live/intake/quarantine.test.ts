// Invalid lines are stored once and can be replayed.
import { describe, expect, it } from 'vitest'
import type { Feed } from '../../../api/model/feeds/feeds.ts'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import { quarantineLines } from './quarantine.ts'
import {
  day,
  useNewStore,
  entry,
  firstPage,
  hour,
  iso,
  listing,
  noon,
  post,
  sample,
  TestLive,
  trade,
} from '../test/test-live.ts'

let live: InProcessLiveStore
let at: TestLive
useNewStore((...own) => {
  ;[live, at] = own
})

const quarantined = () => live.writer.quarantined()
const texts = async () => (await quarantined()).map(({ line }) => line.toString())

/** Puts lines into quarantine as if an earlier version of this code had refused them. */
async function refuse(feed: Feed, lines: readonly object[], receivedAt: number): Promise<void> {
  const db = await at.tables()
  const rejected = lines.map((line) => ({ bytes: Buffer.from(JSON.stringify(line)), errors: ['unheard of'] }))
  await quarantineLines(db, feed, rejected, receivedAt)
  await db.destroy()
}

/** Pseudorandom characters from `first` on, of `range` different ones, which no database can compress much. */
function shuffled(length: number, first: string, range: number): string {
  let drawn = length
  const characters = Array.from({ length }, () => {
    drawn = (drawn * 48_271) % 2_147_483_647
    return String.fromCharCode(first.charCodeAt(0) + (drawn % range))
  })
  return characters.join('')
}

describe('a name', () => {
  const [latin, chinese] = [
    (length: number) => shuffled(length, '!', 90),
    (length: number) => shuffled(length, '一', 20_000),
  ]

  it('that is too long for an index is rejected with its line, while the rest of the batch is stored', async () => {
    const senders = ['Ada', latin(4000), chinese(167), '', latin(300), chinese(166)]
    const receipt = await post(
      live,
      'trades',
      senders.map((sender, nth) => trade(nth, 'rope', { sender })),
    )
    expect(receipt).toMatchObject({ accepted: 4, rejected: [{ line: 2 }, { line: 3 }] })
    expect(receipt.rejected[1]?.errors).toEqual(['sender: expected at most 500 bytes of UTF-8'])
    const { rows } = (await live.trades.trades([], firstPage)).value
    expect(new Set(rows.map(({ sender }) => sender))).toEqual(new Set(['Ada', '', latin(300), chinese(166)]))
  })

  it('that is part of a key of four columns has at most 500 bytes', async () => {
    const named = (name: string) =>
      entry(name, 1, noon, { season_id: name, sheet_id: name.slice(1), character_class: name.slice(2) })
    const lines = [named(chinese(166)), named(chinese(300)), named(latin(300))]
    const { accepted, rejected } = await post(live, 'leaderboards', lines)
    expect({ accepted, lines: rejected.map(({ line }) => line) }).toEqual({ accepted: 2, lines: [2] })
    expect(rejected[0]?.errors).toEqual(
      ['season_id', 'sheet_id', 'character_class', 'character'].map(
        (field) => `entry.${field}: expected at most 500 bytes of UTF-8`,
      ),
    )
  })
})

describe('a line that is rejected', () => {
  it('is stored unchanged with its validation errors, while the rest of the batch is stored', async () => {
    const receipt = await post(live, 'market', [listing(1), '{"id": 2', listing(3, { price: -1 }), listing(4)], noon)
    expect(receipt).toMatchObject({ accepted: 2, duplicates: 0, rejected: [{ line: 2 }, { line: 3 }] })
    const [torn, negative] = await quarantined()
    expect(torn).toMatchObject({ number: 1, feed: 'market', line: Buffer.from('{"id": 2'), receivedAt: noon })
    expect(negative?.errors).toEqual([expect.stringMatching(/^price: /)])
    expect(receipt.rejected.map(({ errors }) => errors)).toEqual([torn?.errors, negative?.errors])
  })

  it('is stored once, however often it is received', async () => {
    await post(live, 'market', ['{', '[', '{'])
    await post(live, 'market', ['['])
    await post(live, 'trades', ['['])
    expect((await quarantined()).map(({ feed, line }) => [feed, line.toString()])).toEqual([
      ['market', '{'],
      ['market', '['],
      ['trades', '['],
    ])
  })

  it('is reported by its number, in order, even if it is too long', async () => {
    const tooLong = [{ line: 12, bytes: Buffer.from('x'.repeat(100_000)) }]
    const bytes = Buffer.from('{\n\n\n[\n')
    const { rejected } = await live.ingest('market', { bytes, firstLine: 10, tooLong }, noon)
    expect(rejected.map(({ line }) => line)).toEqual([10, 12, 13])
    expect(rejected[1]?.errors).toEqual(['expected a line of at most 64 KB'])
  })

  it('may be of a clock more than five minutes ahead, and does not become the newest observation', async () => {
    const [soon, late] = [noon + 5 * 60_000, noon + 5 * 60_000 + 1].map((instant) => iso(instant))
    const receipt = await post(
      live,
      'trades',
      [trade(1, 'x', { timestamp: soon }), trade(2, 'y', { timestamp: late })],
      noon,
    )
    const errors = ['expected an instant that is at most 5 minutes ahead of the clock here']
    expect(receipt).toEqual({ accepted: 1, duplicates: 0, rejected: [{ line: 2, errors }] })
    expect(await live.newest()).toEqual({ trades: noon })
  })

  it('may have a listing that was created more than five minutes in the future', async () => {
    const instants = [noon + 5 * 60_000, noon + 5 * 60_000 + 1, noon + 365 * day]
    const lines = instants.map((created, nth) => listing(nth, { created_at: iso(created) }))
    const receipt = await post(live, 'market', lines, noon)
    const errors = ['created_at: expected an instant that is at most 5 minutes ahead of the clock here']
    expect(receipt).toEqual({ accepted: 1, duplicates: 0, rejected: [2, 3].map((line) => ({ line, errors })) })
  })

  it('may have a listing that was created before 1970', async () => {
    const instants = ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '1970-01-01T00:00:00Z']
    const receipt = await post(
      live,
      'market',
      instants.map((created_at, nth) => listing(nth, { created_at })),
      noon + day,
    )
    const errors = ['created_at: expected an instant from 1970 on']
    expect(receipt).toEqual({ accepted: 1, duplicates: 0, rejected: [1, 2].map((line) => ({ line, errors })) })
  })

  it('is cut at 64 KB', async () => {
    await post(live, 'trades', ['y'.repeat(64 * 1024), 'x'.repeat(64 * 1024 + 1)])
    expect((await quarantined()).map(({ line }) => line.length)).toEqual([64 * 1024, 64 * 1024])
  })

  it('does not change the age of the data', async () => {
    await post(live, 'market', ['{'])
    expect(await live.newest()).toEqual({})
  })

  it('is listed page by page in the order of receipt', async () => {
    await post(live, 'market', ['1', '2', '3', '4'])
    const first = await live.writer.quarantined(0, 3)
    expect(first.map(({ line }) => line.toString())).toEqual(['1', '2', '3'])
    expect((await live.writer.quarantined(first[2]?.number, 3)).map(({ line }) => line.toString())).toEqual(['4'])
  })
})

describe('replaying', () => {
  it('stores the lines that are valid now and leaves the others', async () => {
    await refuse('market', [listing(1), listing(2)], noon)
    await post(live, 'market', ['{'])
    await refuse('population', [sample(noon, 5)], noon)
    await refuse('trades', [trade(1, 'rope')], noon)
    expect(await live.writer.replay(await quarantined())).toBe(4)
    expect(await texts()).toEqual(['{'])
    expect((await live.market.listing(2, noon)).value).toMatchObject({ id: 2 })
    expect((await live.population.newest()).value).toMatchObject({ num_online: 5 })
    expect((await live.trades.trades([], { offset: 0, limit: 9 })).value.total).toBe(1)
  })

  it('counts as observed when the line was received, so a listing that was observed later does not change', async () => {
    await refuse('market', [listing(1, { captured_at: null, price: 7 }), listing(2, { captured_at: null })], noon)
    await post(live, 'market', [listing(1, { captured_at: iso(noon + hour), price: 8 })])
    expect(await live.writer.replay(await quarantined())).toBe(2)
    expect((await live.market.listing(1, noon)).value).toMatchObject({ price: 8 })
    expect((await live.market.listing(2, noon)).value).toMatchObject({ captured_at: '2026-03-04T12:00:00Z' })
    expect((await live.newest()).market).toBe(noon + hour)
  })

  it('does not repeat a line that is refused again, even if it was cut', async () => {
    await post(live, 'market', ['{', 'x'.repeat(100_000)])
    expect(await live.writer.replay(await quarantined())).toBe(0)
    expect(await live.writer.replay(await quarantined())).toBe(0)
    expect((await quarantined()).map(({ number, line }) => [number, line.length])).toEqual([[1, 1], [2, 64 * 1024]]) // prettier-ignore
  })

  it('updates the validation errors of a line', async () => {
    await refuse('market', [{ id: 'one' }], noon)
    await live.writer.replay(await quarantined())
    expect((await quarantined())[0]?.errors.join()).toMatch(/id: .*item_id: /)
  })
})
