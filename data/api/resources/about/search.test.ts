import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Problem } from '../../model/values/errors.ts'
import { answerTo, bodyOf, readUrl, testStore } from '../../test/test-store.ts'
import { sampleRows } from '../../test/test-world.ts'

const tome = { name: 'Ashbound Tome', archetype: 'id.item.ashbound_tome', type: 'weapon' }
const items = [
  ...(sampleRows.items ?? []),
  { ...tome, id: 'id.item.ashbound_tome_1001', rarity: 'common' },
  { ...tome, id: 'id.item.ashbound_tome_5001', rarity: 'epic' },
  { id: 'id.item.epic_tale_1001', name: 'Epic Tale', rarity: 'common' },
  { id: 'id.item.tale_5001', name: 'Tale', rarity: 'epic' },
  { id: 'id.item.blade_of_gloam_1001', name: 'Blade of Gloam', rarity: 'common' },
  { id: 'id.item.bait_1001', name: 'Bait', rarity: 'common', description: 'Smells good to a bog wight.' },
]
const store = testStore({ rows: { ...sampleRows, items } })

interface Row {
  readonly id: string
  readonly name: string
  readonly matched: string
  readonly url: string
}
interface Page {
  readonly pagination: { readonly total: number; readonly count: number; readonly next: string | null }
  readonly body: readonly Row[]
}
const page = (query: Record<string, string>) =>
  bodyOf(`/v2/search?${new URLSearchParams(query).toString()}`, store) as Page
const ids = (q: string, more: Record<string, string> = {}) => page({ q, ...more }).body.map(({ id }) => id)

describe('a row that is found', () => {
  it('says what it is and where it is', () => {
    expect(page({ q: 'ashbound tome epic' }).body).toEqual([
      {
        kind: 'items',
        id: 'id.item.ashbound_tome_5001',
        name: 'Ashbound Tome',
        rarity: 'epic',
        matched: 'name',
        url: '/v2/items/id.item.ashbound_tome_5001?patch=4',
      },
    ])
  })

  it('has a URL that is answered, at the requested patch', () => {
    for (const patch of ['1', 'current'])
      for (const { id, url } of page({ q: 'e', patch, limit: '100' }).body)
        expect(bodyOf(url, store), url).toMatchObject(
          id.includes('loot_table') ? { body: { loot_table: { id } } } : { body: { id } },
        )
    expect(page({ q: 'ember lantern', patch: '1' }).body[0]?.url).toContain('?patch=1')
  })

  it('is named in the requested language, whichever it was found in', () => {
    const [row] = page({ q: 'mossbread', locale: 'de' }).body
    expect(row).toMatchObject({ id: 'id.item.mossbread_1001', name: 'Moosbrot' })
    expect(page({ q: 'Moosbrot' }).body[0]).toMatchObject({ id: 'id.item.mossbread_1001', name: 'Mossbread' })
  })
})

describe('what is found', () => {
  it('begins as it was typed, in any order, with a typo', () => {
    for (const q of ['ashbound tome', 'tome ash', 'ASHBOUND-TOME', 'ashbuond tome', 'ashbound toem', 'ashboundtome'])
      expect(ids(q).slice(0, 2), q).toEqual(['id.item.ashbound_tome_1001', 'id.item.ashbound_tome_5001'])
  })

  it('is sorted: exact names, beginnings of names, names with the words, names with typos', () => {
    expect(ids('gloam blade', { kind: 'items' })).toEqual(['id.item.gloam_blade_5001', 'id.item.blade_of_gloam_1001'])
    expect(ids('epic tale', { kind: 'items' })).toEqual(['id.item.epic_tale_1001', 'id.item.tale_5001'])
  })

  it('goes before what mentions it', () => {
    const found = page({ q: 'bog wight', limit: '100' }).body.map(({ id, matched }) => `${id} ${matched}`)
    expect(found).toEqual([
      'id.monster.bog_wight_common name',
      'id.loot_table.bog_wight name',
      'id.item.bait_1001 text',
    ])
  })

  it('is of the requested kinds', () => {
    expect(page({ q: 'bog wight', kind: 'monsters' }).body.every(({ id }) => id.startsWith('id.monster.'))).toBe(true)
    expect(ids('bog wight', { kind: 'maps' })).toEqual([])
    expect(new Set(ids('bog wight', { kind: 'loot_tables,monsters' }).map((id) => id.split('.')[1]))).toEqual(
      new Set(['monster', 'loot_table']),
    )
  })

  it('is nothing for a text without letters', () => expect(ids('***')).toEqual([]))
})

describe('pages', () => {
  it('follow each other without a gap', () => {
    const all = page({ q: 'e', limit: '100' })
    const collected: string[] = []
    let next: string | null = '/v2/search?q=e&limit=3'
    while (next !== null) {
      const { pagination, body } = bodyOf(next, store) as Page
      collected.push(...body.map(({ id }) => id))
      next = pagination.next
    }
    expect(collected).toEqual(all.body.map(({ id }) => id))
    expect(all.pagination.total).toBe(collected.length)
  })
})

describe('all that is found', () => {
  const many = Array.from({ length: 1000 }, (_, nth) => ({ id: `id.item.relic_${nth}`, name: `Relic ${nth % 7}` }))
  const large = testStore({ rows: { items: many } })

  it.each(['sort=-name&limit=100', 'format=ndjson'])(
    'takes only a few searches, however many results there are: %s',
    (how) => {
      const search = vi.fn<typeof large.search>((...args) => large.search(...args))
      const { body, parts } = answerTo(`/v2/search?q=relic&${how}`, { ...large, search })
      const text = parts ? [...(parts() as Iterable<string>)].join('') : body
      expect(text.match(/"id":/g)).toHaveLength(parts ? 1000 : 100)
      expect(search.mock.calls.length).toBeLessThanOrEqual(4)
    },
  )
})

/** Validation errors by parameter. */
function errorsOf(query: string) {
  try {
    readUrl(`/v2/search${query}`, store)
  } catch (error) {
    if (error instanceof Problem) return error.errors
    throw error
  }
  return undefined
}

describe('bad input', () => {
  it.each([
    ['', 'q', 'is required'],
    ['?q=', 'q', 'is empty'],
    [`?q=${'a'.repeat(500)}`, 'q', 'is longer than 200 characters'],
  ])('%.20s is told with what is allowed', (query, parameter, message) => {
    expect(errorsOf(query)).toEqual([{ parameter, message, allowed: ['1 to 200 characters'] }])
  })

  it('an unknown kind, a limit out of range and a parameter of another mode are reported at once', () => {
    const errors = errorsOf('?q=a&kind=swords&limit=101&at_patch=1')
    expect(errors?.map(({ parameter }) => parameter).toSorted()).toEqual(['at_patch', 'kind', 'limit'])
    expect(errors?.find(({ parameter }) => parameter === 'kind')?.allowed).toContain('loot_tables')
  })
})

it('whatever is typed is answered; white space alone is refused as nothing is', () => {
  const answerOf = (q: string) => answerTo(`/v2/search?${new URLSearchParams({ q }).toString()}`, store).status
  for (const blank of ['', ' ', ' \u00a0\u2003']) expect(() => answerOf(blank)).toThrow('Not valid: q')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (q) => {
      fc.pre(Array.from(q).length <= 200)
      if (q.trim() === '') expect(() => answerOf(q)).toThrow('Not valid: q')
      else expect(answerOf(q)).toBe(200)
    }),
    { numRuns: 300 },
  )
})
