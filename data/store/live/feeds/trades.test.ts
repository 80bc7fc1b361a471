// The trade channel: parts of messages are found literally, in any script, by every query plan.
import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Condition } from '../../../api/model/conditions.ts'
import { isPostgres } from '../../test/test-store.ts'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import type { LiveTables } from '../rows/tables.ts'
import { firstPage, iso, minute, noon, post, TestLive, useNewStore, trade } from '../test/test-live.ts'
import { tradesPage } from './trades.ts'

const containing = (value: string): Condition => ({ column: 'message', operator: 'containing', value })

describe('a message', () => {
  let live: InProcessLiveStore
  useNewStore((one) => {
    live = one
  })
  const page = async (...conditions: Condition[]) => (await live.trades.trades(conditions, firstPage)).value

  it('is returned unchanged, with all columns that the observer sent', async () => {
    const items = [{ item_id: 'Id_Item_Rope_1001', quantity: 2, rune: 'Ω' }, { item_id: 'id.item.salt_1' }]
    const sent = { items, sender_rank: 3, sender_class: 'Id_Class_Bard', channel: 'west', folded: 'Z', extra: { a: 1 } }
    await post(live, 'trades', [trade(1, 'ROPE "for" salt', sent), trade(2, '', { sender: null, items: null })])
    expect((await page()).rows).toEqual([
      {
        ...{ id: 2, message: '', timestamp: '2026-03-04T12:00:02Z', sender: null, sender_id: 7, sender_class: 'bard' },
        ...{ sender_rank: null, items: [] },
      },
      {
        ...{ id: 1, message: 'ROPE "for" salt', timestamp: '2026-03-04T12:00:01Z', sender: 'Ada', sender_id: 7 },
        ...{ sender_class: 'bard', sender_rank: '3', channel: 'west', folded: 'Z', extra: { a: 1 } },
        items: [{ item_id: 'id.item.rope_1001', quantity: 2, rune: 'Ω' }, items[1]],
      },
    ])
  })

  it('may have items without a quantity, in either form, and without a name', async () => {
    const items = [{ item_id: 'id.item.rope_1001', quantity: null, item: null }, { item_id: 'id.item.salt_1' }]
    await post(live, 'trades', [trade(1, 'rope and salt', { items })])
    expect((await page()).rows[0]?.items).toEqual([{ item_id: 'id.item.rope_1001' }, items[1]])
    const { rejected } = await post(live, 'trades', [trade(2, 'rope', { items: [{ item_id: 'x', item: 5 }] })])
    expect(rejected).toMatchObject([{ line: 1, errors: [expect.stringContaining('items.0.item') as string] }])
  })

  it('stays as it was received first, whatever is received with the same id later', async () => {
    const both = await post(live, 'trades', [trade(1, 'rope'), trade(1, 'salt')])
    expect(both).toEqual({ accepted: 1, duplicates: 1, rejected: [] })
    expect(await post(live, 'trades', [trade(1, 'salt')])).toMatchObject({ accepted: 0, duplicates: 1 })
    expect((await page(containing('salt'))).total).toBe(0)
    expect((await page(containing('rope'))).rows).toMatchObject([{ id: 1, message: 'rope' }])
  })

  it('comes before older ones, and before those of the same instant with smaller ids', async () => {
    const same = { timestamp: iso(noon) }
    await post(live, 'trades', [trade(5, 'x', same), trade(2, 'x'), trade(9, 'x', same), trade(7, 'x', same)])
    expect((await page()).rows.map(({ id }) => id)).toEqual([2, 9, 7, 5])
    expect((await live.trades.trades([], { offset: 1, limit: 2 })).value).toMatchObject({
      rows: [{ id: 9 }, { id: 7 }],
      total: 4,
    })
  })

  it('is found by a list of ids; an empty list finds none', async () => {
    await post(live, 'trades', [trade(1, 'rope'), trade(2, 'salt')])
    const ids = async (value: readonly number[]) => {
      const { rows, total } = await page({ column: 'id', operator: 'oneOf', value })
      return { ids: rows.map(({ id }) => id), total }
    }
    expect(await ids([1, 9_999_999_999_999_999])).toEqual({ ids: [1], total: 1 })
    expect(await ids([])).toEqual({ ids: [], total: 0 })
  })

  it('is found by sender, class, rank and time together with a part', async () => {
    const at1 = trade(1, 'rope', { sender: 'Bo', sender_rank: 'hero', timestamp: iso(noon + minute) })
    await post(live, 'trades', [at1, trade(2, 'rope'), trade(3, 'salt', { sender: 'Bo' })])
    const ids = async (...conditions: Condition[]) => (await page(...conditions)).rows.map(({ id }) => id)
    const sender: Condition = { column: 'sender', operator: 'equal', value: 'Bo' }
    const at60: Condition = { column: 'timestamp', operator: 'atLeast', value: noon + minute }
    const before60: Condition = { column: 'timestamp', operator: 'below', value: noon + minute }
    expect(await ids(sender)).toEqual([1, 3])
    expect(await ids(sender, containing('rope'))).toEqual([1])
    expect(await ids(containing('ro'), before60)).toEqual([2])
    expect(await ids(containing('rope'), at60)).toEqual([1])
    expect(await ids({ column: 'sender_rank', operator: 'equal', value: 'hero' })).toEqual([1])
    expect(await ids({ column: 'sender_class', operator: 'equal', value: 'bard' }, before60)).toEqual([3, 2])
  })
})

describe('a part', () => {
  const at = new TestLive()
  let live: InProcessLiveStore
  let db: Kysely<LiveTables>
  beforeAll(async () => {
    live = await at.open()
    db = await at.tables('read')
  })
  afterAll(async () => {
    await db.destroy()
    await at.remove()
  })

  const spoken = [
    ...['100% off', '100 percent', 'a_b', 'aXb', `say "hi" to 'Bo'`, 'back\\slash', 'C:\\new', '"a" OR b', 'a b', 'b'],
    ...[
      'NEAR(rope salt)',
      'near rope',
      'rope*',
      'ro',
      '-salt',
      'salt',
      '^rope',
      'message: rope',
      'rope + salt',
      '{rope}',
    ],
    ...[
      '縄を売ります',
      '縄',
      '売り切れ',
      '塩を買う',
      'ВЕРЁВКА продам',
      'верёвка',
      'ΣΧΟΙΝΊ',
      'σχοινί',
      'İstanbul',
      'STRASSE',
      'Straße',
    ],
    ...[
      '😀 rope 😀',
      '👩‍🌾 field',
      'é',
      'e\u0301',
      'nul\u0000byte',
      'tab\there',
      '   ',
      '밧줄 팝니다',
      'حبل للبيع',
      'ﬁsh',
      'ǅungla',
    ],
  ]
  let next = 0
  /** All stored messages, newest first. */
  const all: string[] = []
  beforeAll(async () => {
    const lines = [...spoken, ...spoken].map((message) => trade((next += 1), message))
    await post(live, 'trades', lines)
    all.push(...lines.map(({ message }) => stored(String(message))).reverse())
  })
  const stored = (text: string) => text.replaceAll('\0', '\ufffd')
  /** PostgreSQL does not allow zero characters in conditions either. */
  const sent = (part: string) => (isPostgres ? stored(part) : part).toLowerCase()
  const oracle = (part: string) => all.filter((message) => message.toLowerCase().includes(sent(part)))
  const found = async (part: string, bounds?: { maxScanned: number; maxSorted: number }) => {
    const { rows, total, totalIsMinimum } = await tradesPage(db, [containing(part)], firstPage, bounds)
    expect([total, totalIsMinimum]).toEqual([rows.length, false])
    return rows.map(({ message }) => message)
  }

  it.each([
    ...[
      '%',
      '0%',
      '100%',
      '_',
      'a_b',
      '"',
      '"hi"',
      `'`,
      `'Bo'`,
      '\\',
      '\\new',
      '"a" OR b',
      'OR',
      'NEAR(',
      'NEAR(rope salt)',
    ],
    ...[
      'rope*',
      '-salt',
      '^rope',
      'message: rope',
      'rope + salt',
      '{rope}',
      '縄',
      '売り',
      '縄を売',
      '売ります',
      'верёвка',
      'ПРОДАМ',
    ],
    ...[
      'σχοινί',
      'ΣΧΟΙΝΊ',
      'i̇st',
      'İST',
      'straße',
      'STRASSE',
      '😀',
      '😀 r',
      '👩‍🌾',
      '🌾',
      'é',
      'e\u0301',
      '\u0000',
      'nul\u0000b',
    ],
    ...['ul\u0000', '\t', '   ', '  ', ' ', '팝니다', '팝니', 'للبيع', 'ﬁsh', 'fish', 'ǆun', 'nothing has this'],
  ])('finds all messages with %j and no others', async (part) => {
    expect(await found(part)).toEqual(oracle(part))
  })

  it('finds the same messages whether matches are few or many', async () => {
    const parts = fc.oneof(
      fc.constantFrom(...spoken).chain((text) => {
        const characters = Array.from(text)
        const place = fc.integer({ min: 0, max: characters.length })
        return fc.tuple(place, place).map(([a, b]) => characters.slice(Math.min(a, b), Math.max(a, b) + 1).join(''))
      }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
      fc.string({
        unit: fc.constantFrom('"', '*', '(', ')', ' ', 'a', 'OR', '\\', '%', '^', ':'),
        minLength: 1,
        maxLength: 4,
      }),
    )
    const property = fc.asyncProperty(parts, fc.constantFrom(0, 2, 5000), async (part, maxSorted) => {
      if (part !== '') expect(await found(part, { maxScanned: 1000, maxSorted })).toEqual(oracle(part))
    })
    await fc.assert(property, { numRuns: 400 })
  })

  it('of one or two characters is searched in the newest messages only, so the total is a minimum', async () => {
    const bounds = { maxScanned: spoken.length, maxSorted: 5000 }
    const some = await tradesPage(db, [containing('縄')], firstPage, bounds)
    expect(some).toMatchObject({ total: 2, totalIsMinimum: true })
    expect(some.rows.map(({ id }) => Number(id) > spoken.length)).toEqual([true, true])
    const whole = await tradesPage(db, [containing('縄')], firstPage, { ...bounds, maxScanned: all.length })
    expect(whole).toMatchObject({ total: 4, totalIsMinimum: false })
    const long = await tradesPage(db, [containing('縄を売')], firstPage, bounds)
    expect(long).toMatchObject({ total: 2, totalIsMinimum: false })
  })

  it('of one or two characters is searched in the newest messages that meet the other conditions', async () => {
    const old: Condition = { column: 'timestamp', operator: 'below', value: noon + (spoken.length + 1) * 1000 }
    const bounds = { maxScanned: spoken.length, maxSorted: 5000 }
    expect(await tradesPage(db, [old, containing('縄')], firstPage, bounds)).toMatchObject({
      total: 2,
      totalIsMinimum: false,
    })
  })
})
