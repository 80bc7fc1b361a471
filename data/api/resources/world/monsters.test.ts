import { describe, expect, it } from 'vitest'
import { answerTo, bodyOf, testStore } from '../../test/test-store.ts'
import { modelHash, pictureHash, sampleRows } from '../../test/test-world.ts'

const wight = '/v2/monsters/id.monster.bog_wight_common'
const toad = '/v2/monsters/id.monster.reed_toad_common'

describe('the loot of a monster', () => {
  it('is its table, by id and name, with the entries', () => {
    expect(bodyOf(`${wight}/loot`)).toMatchObject({
      loot_table: { id: 'id.loot_table.bog_wight', name: 'Bog Wight' },
      entries: [
        { item_id: 'id.item.ember_lantern_5001', probability: 0.25 },
        { item_id: 'id.item.mossbread_1001', probability: 0.75 },
      ],
    })
  })

  it('names the table only by id and name', () => {
    const { loot_table } = bodyOf(`${wight}/loot`) as { loot_table: object }
    expect(Object.keys(loot_table)).toEqual(['id', 'name'])
  })

  it('without a table is null, without entries', () => {
    expect(bodyOf(`${toad}/loot`)).toEqual({ loot_table: null, entries: [] })
  })

  it('whose table does not exist is null too, without entries', () => {
    const monsters = [{ id: 'id.monster.reed_toad_common', loot_table_id: 'id.loot_table.lost' }]
    const store = testStore({ rows: { ...sampleRows, monsters } })
    expect(bodyOf(`${toad}/loot`, store)).toEqual({ loot_table: null, entries: [] })
  })
})

describe('the abilities of a monster', () => {
  it('are its own, in the order of their ids', () => {
    expect(bodyOf(`${wight}/abilities`)).toEqual({
      abilities: [
        {
          monster_id: 'id.monster.bog_wight_common',
          ability_id: 'id.monster_ability.bog_wight_hollow_moan',
          cooldown: 12,
        },
        {
          monster_id: 'id.monster.bog_wight_common',
          ability_id: 'id.monster_ability.bog_wight_lunge',
          cooldown: 4.5,
          conditions: { min_distance: 150, max_distance: 600 },
        },
      ],
    })
  })

  it('may be none', () => {
    expect(bodyOf(`${toad}/abilities`)).toEqual({ abilities: [] })
  })
})

describe('portrait and model', () => {
  it('are the files of assets, by their hashes', () => {
    const stored = testStore()
    const withAssets = {
      ...stored,
      row: (...requested: Parameters<typeof stored.row>) => {
        const row = stored.row(...requested)
        return row && { ...row, detail: JSON.stringify({ portrait: pictureHash, model: modelHash }) }
      },
    }
    const portrait = answerTo(`${wight}/portrait`, withAssets)
    expect([portrait.headers['content-type'], portrait.asset]).toEqual(['image/png', `assets/ee/${pictureHash}`])
    const model = answerTo(`${wight}/model`, withAssets)
    expect([model.headers['content-type'], model.asset]).toEqual(['model/gltf-binary', `assets/99/${modelHash}`])
  })

  it.each(['portrait', 'model'])('of a monster that has none are not found: %s', (what) => {
    expect(() => answerTo(`${toad}/${what}`)).toThrow(`id.monster.reed_toad_common has no ${what}.`)
  })
})

it.each(['', '/loot', '/abilities', '/portrait', '/model', '/history'])('an unknown monster has no %j', (what) => {
  expect(() => answerTo(`/v2/monsters/id.monster.nobody${what}`)).toThrow('"id.monster.nobody"')
})
