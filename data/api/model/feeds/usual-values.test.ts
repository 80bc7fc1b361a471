import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineSchemas } from './feeds.ts'
import { unusual, usualReader } from './usual-values.ts'

const listing = {
  ...{
    id: 7,
    item_id: 'Id_Item_GloamBlade_4001',
    item: 'Gloam Blade',
    archetype: 'id.item.gloam_blade',
    rarity: 'epic',
  },
  ...{
    price: 16,
    price_per_unit: '16.5',
    quantity: 2,
    created_at: '2026-01-28T10:00:00Z',
    expires_at: '2026-02-04T10:00:00.250Z',
  },
  ...{ has_sold: false, has_expired: true, has_cancelled: false, seller: 'Seller#7', loot_state: 'looted' },
  ...{ captured_patch_id: 3, captured_at: '2026-01-28T10:00:30Z' },
}
const trade = {
  ...{ id: 7, timestamp: '2026-01-28T10:00:00Z', sender: 'Ash', sender_id: 12, sender_class: 'Id_Class_Bard' },
  ...{
    sender_rank: 'voyager',
    message: 'selling rope',
    items: [{ item_id: 'Id_Item_Rope_1001', quantity: 2, more: [1] }, { item_id: 'x' }],
  },
}

/** Values of fields in the usual form, in almost that form, and values that no field accepts. */
const value = fc.oneof(
  fc.constantFrom(...Object.values(listing), ...Object.values(trade)),
  fc.constantFrom(
    null,
    undefined,
    '',
    ' ',
    -1,
    -0,
    1.5,
    2 ** 31,
    2 ** 53,
    NaN,
    [],
    {},
    [null],
    'x'.repeat(301),
    ...['剣'.repeat(166), '剣'.repeat(167), '剣'.repeat(300), `${'剣'.repeat(166)}xx`, `${'剣'.repeat(166)}xxx`],
    ...['é'.repeat(250), 'é'.repeat(251), `Id_Item_${'é'.repeat(247)}`, `id.${'é'.repeat(249)}`],
    'x'.repeat(4001),
  ),
  fc.constantFrom(
    '0001-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '2026-02-30T10:00:00Z',
    '2026-02-29T10:00:00Z',
    '2026-01-28',
    '2026-01-28T10:00:00+02:00',
    '1.',
    '01',
    '1e3',
    'LT_Chest',
    'id.x.y',
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.integer(),
  fc.array(
    fc.record(
      { item_id: fc.constantFrom('Id_Item_Rope_1001', '', 4, null), quantity: fc.constantFrom(1, -1, null) },
      { requiredKeys: [] },
    ),
    { maxLength: 2 },
  ),
)

const worlds = [
  ['market', listing],
  ['trades', trade],
] as const

describe.each(worlds)('a line of %s', (feed, line) => {
  const read = usualReader(lineSchemas[feed])
  const names = fc.constantFrom(...Object.keys(line), 'cursor', 'more', 'constructor', 'toString', 'extra', '__proto__')

  it('in the usual form is read without the schema', () => {
    expect(read(line)).not.toBe(unusual)
  })

  it('is read with the same result as the schema, or left to it', () => {
    let [usual, left] = [0, 0]
    const property = fc.property(
      fc.array(fc.tuple(names, value), { maxLength: 4 }),
      fc.array(names),
      (changes, removed) => {
        const entries = [...Object.entries(line), ...changes].filter(([name]) => !removed.slice(0, 2).includes(name))
        // JSON.parse creates an own property called `__proto__`.
        const given = JSON.parse(JSON.stringify(Object.fromEntries(entries))) as unknown
        const found = read(given)
        if (found === unusual) return void (left += 1)
        usual += 1
        const expected = lineSchemas[feed].safeParse(given)
        expect(expected.success, JSON.stringify(given)).toBe(true)
        expect(found).toEqual(expected.data)
        expect(JSON.stringify(found)).toBe(JSON.stringify(expected.data))
      },
    )
    fc.assert(property, { numRuns: 3000 })
    expect(Math.min(usual, left)).toBeGreaterThan(100)
  })

  it('is left to the schema if it is not an object', () => {
    for (const given of [null, undefined, 1, 'text', [line]]) expect(read(given)).toBe(unusual)
  })
})

it('texts are read correctly after very many others', () => {
  const read = usualReader(lineSchemas.market)
  for (let nth = 0; nth < 25_000; nth += 1)
    expect(read({ ...listing, item_id: `Id_Item_Rope_${nth % 12_000}` })).toMatchObject({
      item_id: `id.item.rope_${nth % 12_000}`,
    })
})
