import { describe, expect, it } from 'vitest'
import { sampleRows } from '../../../../data/api/test/test-world.ts'
import { loadRowDetail } from './row-detail.ts'
import { testSite, type TestSite } from '../../test/test-site.ts'

const lantern = 'id.item.ember_lantern_5001'

const load = (path: string, id: string, search = '', { locals }: TestSite = testSite()) =>
  loadRowDetail(path, id, new URL(`https://ledger.example/${path}/${id}${search}`), locals)

describe('the row of a detail page', () => {
  it('has its content, its English name, and the API call that returned it', async () => {
    const detail = await load('items', 'id.item.mossbread_1001')
    expect(detail).toMatchObject({ id: 'id.item.mossbread_1001', name: 'Mossbread', patch: { id: 4 } })
    expect(detail?.call).toBe('/v2/items/id.item.mossbread_1001?locale=en')
    expect(detail?.row.effect).toBe('Restores 6 health over 30 seconds.')
  })

  it('is found by its raw key, and then has its id', async () => {
    expect((await load('items', 'Id_Item_EmberLantern_5001'))?.id).toBe(lantern)
  })

  it('is complete if the API nests it', async () => {
    const table = await load('loot-tables', 'id.loot_table.bog_wight')
    expect(table?.name).toBe('Bog Wight')
    expect(table?.row.type).toBe('monster')
    expect(table?.row.entries).toHaveLength(2)
  })

  it('is requested from its list if it has no endpoint of its own', async () => {
    const id = 'id.workshop_level.forge_10'
    const workshop_levels = [{ id }, { id: 'id.workshop_level.forge_1', level: 1 }]
    const site = testSite({ rows: { ...sampleRows, workshop_levels } })
    const level = await load('workshop_levels', 'id.workshop_level.forge_1', '', site)
    expect(level?.row).toMatchObject({ id: 'id.workshop_level.forge_1', level: 1 })
    expect(level?.call).toMatch(/^\/v2\/workshop_levels\?id_like=id.workshop_level.forge_1&/)
    expect(await load('workshop_levels', 'id.workshop_level.forge', '', site)).toBeUndefined()
  })

  it('is undefined if there is no such row or list', async () => {
    expect(await load('items', 'id.item.no_such_1001')).toBeUndefined()
    expect(await load('no-such-list', lantern)).toBeUndefined()
  })

  it('belongs to the given list, whatever characters the id has', async () => {
    const site = testSite()
    expect(await load('items', '../perks/id.perk.footwork?x=', '', site)).toBeUndefined()
    expect(site.requested).toEqual(['/v2/items/..%2Fperks%2Fid.perk.footwork%3Fx%3D?locale=en'])
  })
})

describe('history and references', () => {
  it('the history is that on the branch of the page', async () => {
    const site = testSite()
    const history = (await load('items', lantern, '', site))?.history
    expect(history).toMatchObject([
      { patch_id: 1, change: 'added', fields: [] },
      { patch_id: 2, change: 'changed', fields: [{ path: 'gear_score', before: 34, after: 38 }] },
    ])
    expect(site.requested).toContain(`/v2/items/${lantern}/history?branch=main`)
    expect((await load('items', lantern, '?patch=3', site))?.historyCall).toBe(
      `/v2/items/${lantern}/history?branch=ptr`,
    )
  })

  it('references are rows that mention it', async () => {
    const from = async (path: string, id: string) => (await load(path, id))?.references.map((one) => one.from.id)
    expect(await from('items', lantern)).toContain('id.loot_table.bog_wight')
    expect(await from('loot-tables', 'id.loot_table.bog_wight')).toEqual(['id.monster.bog_wight_common'])
  })

  it('references exclude rows that it mentions itself', async () => {
    const warden = 'id.player_character.warden'
    const classes = [{ id: warden, name: 'Warden', perks: ['id.perk.lamp_oath', 'id.perk.footwork'] }]
    const site = testSite({ rows: { ...sampleRows, classes } })
    expect((await load('perks', 'id.perk.lamp_oath', '', site))?.references).toEqual([])
    const others = (await load('perks', 'id.perk.footwork', '', site))?.references
    expect(others?.map((one) => one.from.id)).toEqual([warden])
  })

  it('references include rows that mention its archetype', async () => {
    const merchants = [{ id: 'id.merchant.keeper', name: 'Keeper', wants: 'id.item.ember_lantern' }]
    const detail = await load('items', lantern, '', testSite({ rows: { ...sampleRows, merchants } }))
    expect(detail?.references.map((one) => one.from.id)).toContain('id.merchant.keeper')
  })
})

describe('the patch of a detail page', () => {
  it('pins every call if it is an old one', async () => {
    const site = testSite()
    const detail = await load('quests', 'id.quest.lamplighter_01', '?patch=1', site)
    expect(detail?.call).toContain('at_patch=1.0.0.2101')
    expect(detail?.at('/v2/quests')).toBe('/v2/quests?at_patch=1.0.0.2101')
    expect(site.requested).toContain('/v2/facets?counts=true&patch=1')
  })

  it('is omitted if it is the current one', async () => {
    const detail = await load('items', lantern)
    expect(detail?.at('/v2/attributes')).toBe('/v2/attributes')
    expect(detail?.at('/v2/attributes', { limit: '250' })).toBe('/v2/attributes?limit=250')
  })
})
