import { describe, expect, it } from 'vitest'
import { PatchIndex } from '../../../data/api/patches.ts'
import { locales } from '../../../data/api/locales.ts'
import { api } from '../../../data/api/table.ts'
import { patchOf, samplePatches, sampleRows } from '../../../data/api/test-world.ts'
import type { Ask } from './ask.ts'
import type { ShownPatch } from './at-patch.ts'
import { listsOf, pagePath } from './explorer.ts'
import { Busy } from './lane.ts'
import { ledgerOf, type Ledger } from './ledger.ts'
import { testSite } from './test-site.ts'

const lantern = 'id.item.ember_lantern_5001'
const [old, , ptr, current] = samplePatches
const ledger = await ledgerOf(testSite().locals, current)

const patchesInARow = (count: number) =>
  Array.from({ length: count }, (_, nth) =>
    patchOf(nth + 1, 'main', `1.${nth}.0`, nth || null, { is_current: nth === count - 1 }),
  )
const mentionsOf = ({ mentions }: Ledger, id: string) =>
  (mentions.get(id) ?? []).map(({ from, column }) => `${from.id} by ${column}`)

describe('things', () => {
  it('are all rows of all lists, by id and by list', () => {
    expect([...ledger.byList.keys()]).toEqual(listsOf(api).map(pagePath))
    for (const [name, rows] of Object.entries(sampleRows)) {
      const path = api.resources.get(name)?.path?.replace('/v2', '') ?? ''
      const things = ledger.byList.get(path)
      if (things) expect(things.map(({ id }) => id).toSorted(), path).toEqual(rows.map(({ id }) => id).toSorted())
    }
    expect(ledger.byList.get('/spawners')).toHaveLength(30)
  })

  it('have names in English, rarities, and the path of their list', () => {
    expect(ledger.things.get('id.item.mossbread_1001')).toMatchObject({
      ...{ name: 'Mossbread', rarity: 'common', list: '/items' },
    })
    expect(ledger.things.get('id.quest.lamplighter_01')?.name).toBe('The First Lamp')
    expect(ledger.things.get('id.spawner.brine_fen_barrel_07')?.name).toBe('Brine fen barrel 07')
    expect(ledger.things.get('id.monster.reed_toad_common')).not.toHaveProperty('rarity')
  })

  it('are found by what they are grades of', () => {
    expect(ledger.byArchetype.get('id.monster.bog_wight')?.map(({ name }) => name)).toEqual(['Bog Wight'])
    expect(ledger.byArchetype.get('id.item.ember_lantern')?.map(({ id }) => id)).toEqual([lantern])
  })
})

it('columns of numbers go from their least to their most', () => {
  const scores = (sampleRows.items ?? []).map((row) => Number(row.gear_score)).filter((score) => !Number.isNaN(score))
  expect(scores.length).toBeGreaterThan(1)
  expect(ledger.bounds.get('/items')?.get('gear_score')).toEqual([Math.min(...scores), Math.max(...scores)])
  expect(ledger.bounds.get('/items')?.get('rarity')).toBeUndefined()
})

describe('mentions', () => {
  it('are of columns, of lists, and of what only the single row shows', () => {
    expect(mentionsOf(ledger, 'id.quest.lamplighter_01')).toEqual(['id.quest.lamplighter_02 by chapter_id'])
    expect(mentionsOf(ledger, 'id.player_character.warden')).toContain('id.perk.lamp_oath by classes')
    expect(mentionsOf(ledger, lantern)).toContain('id.loot_table.bog_wight by entries')
  })

  it('carry the innermost object that mentions', () => {
    const [drop] = ledger.mentions.get(lantern) ?? []
    expect(drop?.within).toMatchObject({ item_id: lantern, weight: 1, probability: 0.25 })
  })

  it('are none of the row itself, nor of its own archetype', () => {
    for (const [id, all] of ledger.mentions) expect(all.filter(({ from }) => from.id === id)).toEqual([])
    expect(ledger.mentions.get('id.item.ember_lantern')).toBeUndefined()
  })

  it('are told once, however often a column names the thing', async () => {
    const perks = [
      { id: 'id.perk.twice', name: 'Twice', classes: ['id.player_character.warden', 'id.player_character.warden'] },
    ]
    const made = await ledgerOf(testSite({ rows: { ...sampleRows, perks } }).locals, current)
    expect(mentionsOf(made, 'id.player_character.warden')).toEqual(['id.perk.twice by classes'])
  })
})

describe('the reading', () => {
  it('is done once for all who ask at the same time and after', async () => {
    const { locals, asked } = testSite()
    const [one, other] = await Promise.all([ledgerOf(locals, current), ledgerOf(locals, current)])
    const once = asked.length
    expect(one).toBe(other)
    expect(await ledgerOf(locals, current)).toBe(one)
    expect(asked).toHaveLength(once)
  })

  it('is done anew for another state of the catalog', async () => {
    const { locals } = testSite()
    const later = { ...locals, patches: new PatchIndex(samplePatches) }
    expect(await ledgerOf(later, current)).not.toBe(await ledgerOf(locals, current))
  })

  it('pins every call to the patch, in the words of each list', async () => {
    const { locals, asked } = testSite()
    await ledgerOf(locals, ptr)
    expect(asked.filter((target) => !/[?&](patch=3|at_patch=1\.2\.0\.2230-ptr&branch=ptr)(&|$)/.test(target))).toEqual(
      [],
    )
  })

  it('is kept of the current patch in every language, and of two others', async () => {
    const many = patchesInARow(6)
    const { locals, asked, patches } = testSite({ patches: many })
    const head = patches.currentOf('main')
    const ofHead = locales.map((locale): ShownPatch => (locale === 'en' ? head : { ...head, locale }))
    const others = many.filter((patch) => patch !== head)
    for (const patch of [...ofHead, ...others]) await ledgerOf(locals, patch)
    const after = asked.length
    for (const patch of [...ofHead, ...others.slice(-2)]) await ledgerOf(locals, patch)
    expect(asked).toHaveLength(after)
    await ledgerOf(locals, others[0])
    expect(asked.length).toBeGreaterThan(after)
  })

  it('is refused where many of old patches are being made, but for those of the current one', async () => {
    const many = patchesInARow(9)
    const { locals, patches } = testSite({ patches: many })
    const head = patches.currentOf('main')
    const asked = await Promise.allSettled(
      many.filter((patch) => patch !== head).map((patch) => ledgerOf(locals, patch)),
    )
    const refused = asked.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown)
    expect(refused).toHaveLength(3)
    for (const reason of refused) expect(reason).toBeInstanceOf(Busy)
    const all = locales.map((locale) => ledgerOf(locals, { ...head, locale }))
    expect((await Promise.all(all)).every(({ things }) => things.size > 0)).toBe(true)
  })

  it('that lacks a row’s own references is none', async () => {
    const { locals } = testSite()
    const busy: Ask = async (target) => ({
      ...(await locals.ask(target)),
      ...(target.includes('/id.') && { status: 503 }),
    })
    await expect(ledgerOf({ ...locals, ask: busy }, old)).rejects.toThrow('503')
    expect((await ledgerOf(locals, old)).things.size).toBeGreaterThan(0)
  })

  it('that fails is tried again', async () => {
    const { locals } = testSite()
    const failing = { ...locals, ask: () => Promise.reject(new Error('out of lamp oil')) }
    await expect(ledgerOf(failing, old)).rejects.toThrow('out of lamp oil')
    expect((await ledgerOf(locals, old)).things.size).toBeGreaterThan(0)
  })
})
