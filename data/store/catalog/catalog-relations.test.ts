import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DataFolder, type Row } from '../../../build/test/test-bundle.ts'
import type { Resource } from '../../api/model/resource.ts'
import { runSynchronously } from '../../api/model/values/steps.ts'
import { api } from '../../api/table.ts'

const resourceOf = (name: string) => api.resources.get(name) as Resource
const items = resourceOf('items')
const item = (slug: string, more: Row = {}): Row => ({ id: `id.item.${slug}`, ...more })
const [ash, bone, coal] = ['ash', 'bone', 'coal'].map((slug) => `id.item.${slug}`) as [string, string, string]
const table = (ids: readonly string[]): Row => ({
  id: 'id.loot_table.l',
  name: 'L',
  entries: ids.map((item_id) => ({ item_id, weight: 1 })),
})

let folder: DataFolder

beforeAll(async () => {
  folder = new DataFolder()
  await folder.import('1', {
    items: [
      item('ash', { name: 'Name_Ash', rarity: 'rare', archetype: 'id.item.dust', gear_score: 4 }),
      item('bone', { name: 'Bone', archetype: 'id.item.dust', gear_score: -2 }),
      item('coal'),
    ],
    loot_tables: [table([ash, bone, ash])],
    monsters: [{ id: 'id.monster.m', name: 'M', tier: 'elite', loot_table_id: 'id.loot_table.l' }],
    quests: [{ id: 'id.quest.q', title: 'Q', objectives: { content_ids: ['id.quest_content.c'] } }],
    quest_contents: [{ id: 'id.quest_content.c', target_archetype: 'id.item.dust' }],
  })
  await folder.import('2', { loot_tables: [table([coal])] })
})
afterAll(() => folder.close())

const referring = (scope: number, ...ids: string[]) =>
  folder.read(({ related }) =>
    related.referring(scope, ids).map(({ resource, text }) => `${resource} ${(JSON.parse(text) as { id: string }).id}`),
  )

describe('the rows that refer to an id', () => {
  it('are those of the patch, each once, including references in their details', () => {
    expect(referring(1, ash)).toEqual(['loot_tables id.loot_table.l'])
    expect(referring(1, ash, bone)).toEqual(['loot_tables id.loot_table.l'])
    expect([referring(2, ash), referring(2, coal)]).toEqual([[], ['loot_tables id.loot_table.l']])
  })

  it('are of all resources, including those without a list', () => {
    expect(referring(1, 'id.loot_table.l')).toEqual(['monsters id.monster.m'])
    expect(referring(1, 'id.item.dust')).toEqual(['quest_contents id.quest_content.c'])
    expect(referring(1, 'id.quest_content.c')).toEqual(['quests id.quest.q'])
    expect(referring(1, 'id.item.none')).toEqual([])
  })

  it('are found at patches that carry them over', () => {
    expect(referring(2, 'id.loot_table.l')).toEqual(['monsters id.monster.m'])
  })

  it('can be limited to some resources', () => {
    const among = (name: string) => folder.read(({ related }) => related.referring(1, [ash], [resourceOf(name)]).length)
    expect([among('loot_tables'), among('quests')]).toEqual([1, 0])
  })
})

describe('summaries', () => {
  const summaries = (resource: Resource, query = {}) =>
    folder.read(({ related }) => related.summaries(resource, 1, query))

  it('have the names, rarity and icon of a row', () => {
    expect(summaries(items, { ids: [ash] })).toEqual([
      { id: ash, name: 'Name_Ash', rarity: 'rare', tier: null, icon: null },
    ])
    expect(summaries(resourceOf('monsters'))).toMatchObject([{ name: 'M', tier: 'elite' }])
    expect(summaries(resourceOf('quests'))).toMatchObject([{ name: 'Q' }])
    expect(summaries(items, { ids: [coal] })).toMatchObject([{ name: null }])
  })

  it('are in order of ids and can be limited to an archetype and a number', () => {
    const ids = (query = {}) => summaries(items, query).map(({ id }) => id)
    expect(ids({ ids: [coal, 'id.item.none', ash] })).toEqual([ash, coal])
    expect([ids(), ids({ limit: 2 }), ids({ archetype: 'id.item.dust' })]).toEqual([
      [ash, bone, coal],
      [ash, bone],
      [ash, bone],
    ])
    expect(summaries(resourceOf('loot_tables'), { archetype: 'id.item.dust' })).toEqual([])
  })

  it('can begin after a row, among all rows, ids or those of an archetype', () => {
    const ids = (query = {}) => summaries(items, query).map(({ id }) => id)
    expect([ids({ after: 1 }), ids({ after: 1, limit: 1 }), ids({ after: 3 })]).toEqual([[bone, coal], [bone], []])
    expect(ids({ after: 1, ids: [coal, ash] })).toEqual([coal])
    expect(ids({ after: 1, archetype: 'id.item.dust' })).toEqual([bone])
    expect(ids({ ids: [coal, ash, coal] })).toEqual([ash, coal, coal])
  })

  it('are counted', () => {
    expect(folder.read(({ related }) => [related.count(items, 1), related.count(items, 9)])).toEqual([3, 0])
  })
})

it('bounds exist for columns of numbers that have values', () => {
  const bounds = folder.read(({ related }) => runSynchronously(related.bounds(items, 1)))
  expect([...bounds]).toEqual([['gear_score', [-2, 4]]])
})

it('a replaced patch leaves no references behind', async () => {
  await folder.import('2', { loot_tables: [table([bone])] }, { replace: true })
  expect([referring(2, coal), referring(2, bone)]).toEqual([[], ['loot_tables id.loot_table.l']])
})
