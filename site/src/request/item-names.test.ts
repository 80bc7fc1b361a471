import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ItemNames, itemNames, uniqueMatch, withArchetypes } from './item-names.ts'
import { testSite } from '../test/test-site.ts'

const answer = {
  items: {
    ashbound_tome_1001: ['Ashbound Tome', 'common', 0],
    ashbound_tome_5001: ['Ashbound Tome', 'epic', 0],
    ash: ['Ash', null],
    tome_of_ash_3001: ['Tome of Ash', 'rare', 1],
    ashen_rope: ['Ashen Rope', null],
  },
  icons: ['/assets/tome', '/assets/ash'],
} as const
const names = new ItemNames(await withArchetypes(answer))

it('items of every rarity are found by words of their name, and by their id', async () => {
  expect(await names.itemsNamed('ashbound')).toEqual(['id.item.ashbound_tome_1001', 'id.item.ashbound_tome_5001'])
  expect((await names.itemsNamed('ash'))[0]).toBe('id.item.ash')
  expect(await names.itemsNamed('id.item.tome_of_ash_3001')).toEqual(['id.item.tome_of_ash_3001'])
  expect(await names.itemsNamed('no such thing')).toEqual([])
})

describe('the name of an item', () => {
  it('has its rarity and icon', () => {
    expect(names.of('id.item.ashbound_tome_5001')).toEqual({
      ...{ name: 'Ashbound Tome', rarity: 'epic', icon: '/assets/tome' },
    })
    expect(names.of('id.item.ash')).toEqual({ name: 'Ash', rarity: undefined, icon: undefined })
  })

  it('is shared by all rarities for an archetype, without a rarity', () => {
    expect(names.of('id.item.ashbound_tome')).toMatchObject({ name: 'Ashbound Tome', rarity: undefined })
    expect(names.of('id.item.ashen').name).toBe('Ashen')
  })

  it('is the id in words if there is no such item', () => {
    expect(names.of('id.item.ember_lantern_5001').name).toBe('Ember lantern 5001')
    for (const id of ['id.item.toString', 'constructor', '__proto__']) expect(names.has(id), id).toBe(false)
  })

  it('is not empty for any id, and only an item has a rarity', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'ash', 'toString')), (tag) => {
        const { name, rarity } = names.of(`id.item.${tag}`)
        expect(typeof name).toBe('string')
        expect(rarity).toBeUndefined()
      }),
    )
  })
})

it('an item has its own page, an archetype the list of its rarities, and anything else none', () => {
  expect(names.pathOf('id.item.ash')).toBe('/items/id.item.ash')
  expect(names.pathOf('id.item.ashbound_tome')).toBe('/items?archetype=id.item.ashbound_tome')
  for (const id of ['id.item.newer', 'id.item.toString', '']) expect(names.pathOf(id)).toBeUndefined()
})

describe('searching archetypes', () => {
  const found = async (words: string) =>
    (await names.archetypesNamed(words)).map(({ id }) => id.replace('id.item.', ''))

  it('matches all words in any case and order, each archetype once', async () => {
    expect(await found('TOME ash')).toEqual(['tome_of_ash', 'ashbound_tome'])
    expect(await found('ashbound tome')).toEqual(['ashbound_tome'])
  })

  it('ranks exact names first, then names that begin with the words', async () => {
    expect(await found('ash')).toEqual(['ash', 'ashbound_tome', 'ashen_rope', 'tome_of_ash'])
  })

  it('has a unique match if it is the only one, or the only one with exactly this name', async () => {
    const meant = async (words: string) => uniqueMatch(await names.archetypesNamed(words), words)?.id
    expect(await Promise.all(['tome of', 'ASH', 'tome', 'lantern'].map(meant))).toEqual([
      ...['id.item.tome_of_ash', 'id.item.ash', undefined, undefined],
    ])
  })

  it('returns at most twenty, and none for words in no name', async () => {
    const items = Object.fromEntries(
      Array.from({ length: 50 }, (_, nth) => [`rope_no_${nth}_x`, [`Rope ${nth}`, null] as [string, null]]),
    )
    const many = new ItemNames(await withArchetypes({ items, icons: [] }))
    expect(await many.archetypesNamed('rope')).toHaveLength(20)
    expect(await found('lantern')).toEqual([])
  })
})

describe('the names of a catalog', () => {
  it('are requested once per catalog', async () => {
    const { locals, requested } = testSite()
    const [one] = await Promise.all([itemNames(locals), itemNames(locals)])
    expect(requested).toHaveLength(1)
    expect(one.of('id.item.mossbread_1001')).toMatchObject({ name: 'Mossbread', rarity: 'common' })
    await itemNames({ ...locals, pageCache: new Map<string, object>() })
    expect(requested).toHaveLength(2)
  })

  it('are requested again after a failure', async () => {
    const { locals } = testSite()
    let failures = [() => Promise.reject(new Error('not now')), () => Promise.resolve({ status: 503 })]
    const fetchApi: typeof locals.fetchApi = async (target) => {
      const [fail] = failures
      failures = failures.slice(1)
      return { ...(await locals.fetchApi(target)), ...(await fail?.()) }
    }
    await expect(itemNames({ ...locals, fetchApi })).rejects.toThrow('not now')
    await expect(itemNames({ ...locals, fetchApi })).rejects.toThrow('503')
    expect((await itemNames({ ...locals, fetchApi })).of('id.item.mossbread_1001').name).toBe('Mossbread')
  })

  it('are ids in words if the API has none', async () => {
    const { locals } = testSite({ patches: [] })
    expect((await itemNames(locals)).of('id.item.mossbread_1001').name).toBe('Mossbread 1001')
  })
})
