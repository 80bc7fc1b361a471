import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inLongForm } from '../../scripts/test/long-form.ts'
import { slugOf } from '../api/model/values/raw-key.ts'
import { slugIn } from './names.ts'
import { readSample, rowOf, rowsOf, stringsIn } from './test/read-sample.ts'
import type { RewardRow } from './rows.ts'
import type { Scale } from './scale.ts'
import { writeSampleWorld } from './world.ts'

const scales: readonly Scale[] = ['full', 'small']

function hashOf(folder: string): string {
  const hash = createHash('sha256')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  for (const file of files.filter((name) => statSync(join(folder, name)).isFile())) {
    hash.update(file).update(readFileSync(join(folder, file)))
  }
  return hash.digest('hex')
}

// Drawing the full world once more takes as long as all else here.
describe.each([
  ['full', inLongForm(true, false)],
  ['small', true],
] as const)('the %s world, with pictures: %s,', (scale, pictures) => {
  it('has the same bytes each time it is written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sample-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [{ folder: first }] = await readSample(scale, { pictures })
    const before = hashOf(dirname(first))
    await writeSampleWorld(folder, { scale, pictures })
    expect(hashOf(folder)).toBe(before)
    if (scale === 'full') return
    await writeSampleWorld(folder, { scale, pictures })
    expect(hashOf(folder), 'over what is there').toBe(before)
  }, 120_000)
})

describe.each(scales)('the %s world', async (scale) => {
  const bundles = await readSample(scale, { pictures: true })

  it('has four bundles, each after its parent', () => {
    const heads = bundles.map(({ head }) => head)
    expect(
      heads.map(({ branch, version, parent }) => `${branch} ${version} < ${parent?.branch} ${parent?.version}`),
    ).toEqual([
      'main 1.0.0.2101 < undefined undefined',
      'main 1.1.0.2188 < main 1.0.0.2101',
      'ptr 1.2.0.2230-ptr < main 1.1.0.2188',
      'main 1.2.0.2247 < main 1.1.0.2188',
    ])
    expect(heads[0]).toMatchObject({ version_raw: '1.0.0-2101+main', display_name: 'Embers Below' })
    const dates = heads.map(({ released_at }) => released_at)
    expect(dates).toEqual([...dates].sort())
  })

  it('sorts its folders in import order', () => {
    const names = bundles.map(({ folder }) => basename(folder))
    expect(names).toEqual([...names].sort())
  })

  it('derives every id from its source key', () => {
    const prefixes = /^(Id_[A-Za-z]+|LT)_/
    for (const bundle of bundles) {
      for (const resource of Object.keys(bundle.tables).filter((name) => name !== 'spawners')) {
        for (const { id, source_key } of rowsOf(bundle, resource)) {
          if (source_key !== undefined)
            expect(slugOf(String(source_key).replace(prefixes, ''))).toBe(slugIn(String(id)))
        }
      }
    }
  })

  it('numbers items by their rarity', () => {
    const order = ['poor', 'common', 'uncommon', 'rare', 'epic', 'legendary', 'unique', 'artifact']
    for (const { id, archetype, rarity } of rowsOf(bundles[3], 'items')) {
      if (id !== archetype) expect(id).toBe(`${String(archetype)}_${order.indexOf(String(rarity)) + 1}001`)
    }
  })

  it('has labels for every slug and category', () => {
    const columns = [
      'rarity',
      'type',
      'armor_type',
      'weapon_type',
      'hand_type',
      'slot_type',
      'misc_type',
      'utility_type',
      'required_class',
    ]
    for (const bundle of bundles) {
      for (const column of columns) {
        const slugs = new Set(rowsOf(bundle, 'items').flatMap((row) => stringsIn(row[column])))
        expect(Object.keys(bundle.facets[column] ?? {})).toEqual(expect.arrayContaining([...slugs]))
      }
      for (const [resource, column] of [
        ['monsters', 'family'],
        ['monsters', 'tier'],
        ['quest_contents', 'content_type'],
      ] as const) {
        const slugs = new Set(rowsOf(bundle, resource).map((row) => String(row[column])))
        expect(Object.keys(bundle.facets[column] ?? {})).toEqual(expect.arrayContaining([...slugs]))
      }
      const types = new Set(rowsOf(bundle, 'loot_tables').map(({ type }) => String(type)))
      expect(Object.keys(bundle.facets['loot_tables.type'] ?? {})).toEqual(expect.arrayContaining([...types]))
    }
  })
})

describe('counts of the full world', () => {
  it.each([
    ['items', 2300, 2600],
    ['attributes', 58, 58],
    ['monsters', 450, 450],
    ['monster_abilities', 450 * 3, 450 * 6],
    ['loot_tables', 240, 260],
    ['spawners', 280, 320],
    ['maps', 8, 8],
    ['classes', 10, 10],
    ['perks', 130, 130],
    ['spells', 80, 80],
    ['skills', 60, 60],
    ['religions', 6, 6],
    ['merchants', 20, 20],
    ['quests', 500, 500],
    ['quest_contents', 500, 1500],
    ['rewards', 500, 500],
    ['workshops', 2, 2],
    ['workshop_upgrades', 50, 50],
    ['workshop_services', 120, 120],
    ['faustian_bargains', 40, 40],
    ['achievements', 120, 120],
  ])('%s: %i to %i', async (resource, low, high) => {
    const [world] = await readSample('full')
    const count = rowsOf(world, resource).length
    expect(count).toBeGreaterThanOrEqual(low)
    expect(count).toBeLessThanOrEqual(high)
  })

  it('has about 600 archetypes in eight rarities', async () => {
    const [world] = await readSample('full')
    const items = rowsOf(world, 'items')
    expect(new Set(items.map(({ archetype }) => archetype)).size).toBeGreaterThan(550)
    expect(new Set(items.map(({ rarity }) => rarity)).size).toBe(8)
  })

  // As in 2.6, 2.13, 2.14 and 2.16 of the specification.
  it.each([
    ['spawners', 'spawner_type', 'empty loot monster props treasure'],
    ['quest_contents', 'content_type', 'damage escape explore fetch hold kill props use_item'],
    ['workshop_services', 'service_type', 'craft enhance rebuild scrap'],
    ['achievements', 'category', 'arena class community coreplay event feat highroller item'],
  ])('%s have exactly the values of %s in the specification', async (resource, column, values) => {
    const [world] = await readSample('full')
    expect([...new Set(rowsOf(world, resource).map((row) => row[column]))].sort()).toEqual(values.split(' '))
  })

  it('rewards have exactly the types of the specification, with their references', async () => {
    const references = {
      item: 'item_id',
      random: 'random_reward_id',
      affinity: 'merchant_id',
      item_skin: 'item_skin_id',
      character_skin: 'character_skin_id',
      armor_skin: 'armor_skin_id',
      nameplate_skin: 'nameplate_skin_id',
      action: 'action_skin_id',
      emote: 'emote_id',
    }
    const without = ['adventure_points', 'experience', 'none', 'stash']
    const expected = [
      ...Object.entries(references).map(
        ([type, reference]) => `${type}: ${['count', 'type', reference].sort().join()}`,
      ),
      ...without.map((type) => `${type}: count,type`),
    ]
    const [world] = await readSample('full')
    const entries = rowsOf(world, 'rewards').flatMap((row) => (row as RewardRow).entries)
    const found = new Set(entries.map((entry) => `${entry.type}: ${Object.keys(entry).sort().join()}`))
    expect([...found].sort()).toEqual(expected.sort())
  })
})

describe('the small world', () => {
  it('is a part of the full one', async () => {
    const [full] = await readSample('full')
    const [small] = await readSample('small')
    for (const resource of Object.keys(small.tables)) {
      const strangers = [...(small.tables[resource]?.keys() ?? [])].filter((key) => !full.tables[resource]?.has(key))
      // Services are chosen from what can be made, and less can be made here.
      if (resource !== 'workshop_services') expect(strangers).toEqual([])
    }
  })

  it('is small', async () => {
    const [small] = await readSample('small')
    expect(rowsOf(small, 'items').length).toBeLessThan(50)
    expect(rowsOf(small, 'monsters').length).toBe(12)
    expect(rowsOf(small, 'quests').length).toBe(8)
    expect(rowsOf(small, 'attributes').length).toBe(5)
  })

  it('keeps names, rarities and gear scores of its items', async () => {
    const [full] = await readSample('full')
    const [small] = await readSample('small')
    for (const { id, name, rarity, gear_score, vendor_price } of rowsOf(small, 'items')) {
      expect(rowOf(full, 'items', String(id))).toMatchObject(
        JSON.parse(JSON.stringify({ name, rarity, gear_score, vendor_price })),
      )
    }
  })
})
