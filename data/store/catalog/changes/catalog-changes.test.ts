import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder, type Content, type Row } from '../../../../build/test/test-bundle.ts'
import type { Change } from '../../../api/model/store.ts'
import type { FieldChange, ListedChange } from '../../../api/test/listed-changes.ts'
import { api } from '../../../api/table.ts'
import { inLongForm } from '../../../../scripts/test/long-form.ts'
import { Catalog } from '../catalog.ts'

let folder: DataFolder
beforeEach(() => {
  folder = new DataFolder()
})
afterEach(() => folder.close())

async function withCatalog(of: DataFolder, read: (catalog: Catalog) => Promise<void>): Promise<void> {
  const catalog = new Catalog(of.catalogPath, api)
  try {
    await read(catalog)
  } finally {
    catalog.close()
  }
}

const changesOf = (patch: number) =>
  (folder.row(`/v2/patches/${patch}/changelog`) as { changes: ListedChange[] }).changes
const found = (patch: number, resource: string) => changesOf(patch).filter((change) => change.resource === resource)
const historyOf = (path: string) =>
  (folder.row(`/v2/${path}/history`) as { history: { patch_id: number; change: string; fields: FieldChange[] }[] })
    .history

/** A part of a whole in a bundle, before and after a change, and the expected changes. */
interface Case {
  readonly whole: string
  readonly path: string
  readonly part: string
  readonly content: (part: Row | undefined) => Content
  readonly before: Row
  readonly after: Row
  /** The id of the part in changes, if it is not its `id`. */
  readonly partId?: string
  readonly fields: readonly (readonly [path: string, before: unknown, after: unknown])[]
}

const rowsOf = (row: Row | undefined) => (row ? [row] : [])
const abilityCase = (whole: string, part: string, kind: string): Case => ({
  ...{ whole, part, path: `${whole}/id.${whole.slice(0, -1)}.a` },
  content: (row) => ({
    [whole]: [{ id: `id.${whole.slice(0, -1)}.a`, name: 'A', abilities: [`id.${kind}.x`] }],
    [part]: rowsOf(row),
  }),
  before: { id: `id.${kind}.x`, desc: '11.8' },
  after: { id: `id.${kind}.x`, desc: '13.6' },
  fields: [['desc', '11.8', '13.6']],
})
const workshopCase = (part: string, kind: string, before: Row, after: Row, fields: Case['fields']): Case => ({
  ...{ whole: 'workshops', part, path: 'workshops/id.workshop.w' },
  content: (row) => ({ workshops: [{ id: 'id.workshop.w' }, { id: 'id.workshop.other' }], [part]: rowsOf(row) }),
  before: { id: `id.${kind}.x`, ...before },
  after: { id: `id.${kind}.x`, ...after },
  fields,
})
const quest = {
  id: 'id.quest.q',
  title: 'Q',
  objectives: { content_ids: ['id.quest_content.c'] },
  reward_ids: ['id.reward.r'],
}
const loot = (weight: number) => ({
  id: 'id.loot_table.l',
  name: 'L',
  entries: [{ item_id: 'id.item.a', tier: 'rare', weight }],
})

const cases: readonly Case[] = [
  abilityCase('perks', 'perk_abilities', 'perk_ability'),
  abilityCase('spells', 'spell_abilities', 'spell_ability'),
  abilityCase('skills', 'skill_abilities', 'skill_ability'),
  {
    ...{ whole: 'monsters', part: 'monster_abilities', path: 'monsters/id.monster.m' },
    content: (row) => ({ monsters: [{ id: 'id.monster.m' }, { id: 'id.monster.m2' }], monster_abilities: rowsOf(row) }),
    before: { monster_id: 'id.monster.m', ability_id: 'id.monster_ability.x', cooldown: 3 },
    after: { monster_id: 'id.monster.m', ability_id: 'id.monster_ability.x', cooldown: 4 },
    partId: 'id.monster.m id.monster_ability.x',
    fields: [['cooldown', 3, 4]],
  },
  {
    ...{ whole: 'monsters', part: 'loot_tables', path: 'monsters/id.monster.m' },
    content: (row) => ({
      monsters: [{ id: 'id.monster.m', loot_table_id: 'id.loot_table.l' }, { id: 'id.monster.m2' }],
      loot_tables: rowsOf(row),
    }),
    before: loot(1),
    after: loot(2),
    fields: [['entries[id.item.a|rare].weight', 1, 2]],
  },
  {
    ...{ whole: 'quests', part: 'quest_contents', path: 'quests/id.quest.q' },
    content: (row) => ({
      quests: [quest, { id: 'id.quest.q2', chapter_id: 'id.quest.q' }],
      quest_contents: rowsOf(row),
    }),
    before: { id: 'id.quest_content.c', content_count: 3 },
    after: { id: 'id.quest_content.c', content_count: 5 },
    fields: [['content_count', 3, 5]],
  },
  {
    ...{ whole: 'quests', part: 'rewards', path: 'quests/id.quest.q' },
    content: (row) => ({ quests: [quest], rewards: rowsOf(row) }),
    before: { id: 'id.reward.r', entries: [{ type: 'experience', count: 1 }] },
    after: { id: 'id.reward.r', entries: [{ type: 'experience', count: 2 }] },
    fields: [['entries[experience].count', 1, 2]],
  },
  workshopCase(
    'workshop_levels',
    'workshop_level',
    { workshop_id: 'id.workshop.w', tier: 1 },
    { workshop_id: 'id.workshop.w', tier: 2 },
    [['tier', 1, 2]],
  ),
  workshopCase(
    'workshop_upgrades',
    'workshop_upgrade',
    { workshop_id: 'id.workshop.w', payload: { needs: 'id.workshop.other', cost: 1 } },
    { workshop_id: 'id.workshop.w', payload: { needs: 'id.workshop.other', cost: 2 } },
    [['payload.cost', 1, 2]],
  ),
  workshopCase(
    'workshop_services',
    'workshop_service',
    { payload: { requirements: { workshop_id: 'id.workshop.w', gold: 1 } } },
    { payload: { requirements: { workshop_id: 'id.workshop.w', gold: 2 } } },
    [['payload.requirements.gold', 1, 2]],
  ),
]

describe.each(cases)('a change of $part', ({ whole, path, part, content, before, after, partId, fields }) => {
  const isOfPart = { resource: part, id: partId ?? after.id }

  it(`is a change of the ${whole} that have it, and of no others`, async () => {
    await folder.import('1', content(before))
    await folder.import('2', { [part]: [after] })
    const expected = fields.map(([at, was, is]) => ({ path: at, before: was, after: is, part: isOfPart }))
    expect(found(2, whole)).toMatchObject([{ id: path.split('/')[1], change: 'changed', fields: expected }])
    expect(found(2, whole)[0]?.fields).toHaveLength(expected.length)
    expect(historyOf(path)).toMatchObject([{ change: 'added' }, { patch_id: 2, change: 'changed', fields: expected }])
    expect(found(2, part)[0]?.fields).toEqual(fields.map(([at, was, is]) => ({ path: at, before: was, after: is })))
  })

  it('has each field of a part that was added or removed', async () => {
    await folder.import('1', content(undefined))
    await folder.import('2', { [part]: [after] })
    await folder.import('3', { [part]: [] }, { acceptAnomalies: true })
    const [, came, went] = historyOf(path)
    const [first] = Object.entries(after)
    expect(came?.fields).toContainEqual({
      path: first?.[0],
      before: null,
      after: first?.[1],
      part: expect.objectContaining(isOfPart) as object,
    })
    expect(went?.fields).toEqual(came?.fields.map((field) => ({ ...field, before: field.after, after: null })))
    expect(came?.fields.map(({ path: at }) => at).sort()).toEqual(Object.keys(after).sort())
  })

  it('is listed after the changes of the row itself, but not for rows that were added', async () => {
    const whole1 = content(before)[whole] as Row[]
    const more = { id: `${String(path.split('/')[1])}_more`, loot_table_id: 'id.loot_table.l' }
    await folder.import('1', content(before))
    await folder.import('2', { [part]: [after], [whole]: [...whole1.map((row) => ({ ...row, extra: 1 })), more] })
    const changed = found(2, whole).find(({ id }) => id === path.split('/')[1])
    expect(changed?.fields[0]).toEqual({ path: 'extra', before: null, after: 1 })
    expect(changed?.fields.slice(1).map((field) => field.part?.resource)).toEqual(fields.map(() => part))
    expect(found(2, whole).find(({ id }) => id === more.id)).toMatchObject({ change: 'added', fields: [] })
  })
})

describe('changes of parts', () => {
  it('of a workshop service that refers to no workshop belong to none', async () => {
    await folder.import('1', {
      workshops: [{ id: 'id.workshop.w' }],
      workshop_services: [{ id: 'id.workshop_service.s' }],
    })
    await folder.import('2', { workshop_services: [{ id: 'id.workshop_service.s', name: 'S' }] })
    expect(changesOf(2).map(({ resource }) => resource)).toEqual(['workshop_services'])
  })

  it('are updated when the parent is replaced', async () => {
    const content = (cooldown: number) => ({
      monsters: [{ id: 'id.monster.m' }],
      monster_abilities: [{ monster_id: 'id.monster.m', ability_id: 'x', cooldown }],
    })
    await folder.import('1', content(3))
    await folder.import('2', content(4))
    expect(found(2, 'monsters')).toHaveLength(1)
    await folder.import('1', content(4), { replace: true })
    expect(changesOf(2)).toEqual([])
    await folder.import('1', content(5), { replace: true })
    expect(found(2, 'monsters')[0]?.fields).toMatchObject([{ path: 'cooldown', before: 5, after: 4 }])
  })
})

interface ReadPart {
  readonly id: string
  readonly fields: readonly FieldChange[]
}
interface ReadChange extends ReadPart {
  readonly change: string
  readonly parts: readonly ReadPart[]
}

/** A change without names. */
function read({ resource, id, change, fields, parts }: Change): ReadChange {
  const partOf = (part: Change['parts'][number]): ReadPart => ({
    id: `${part.resource} ${part.id}`,
    fields: part.fields.map((text) => JSON.parse(text) as FieldChange),
  })
  return {
    ...{ id: `${resource} ${id}`, change, parts: parts.map(partOf) },
    fields: JSON.parse(fields) as FieldChange[],
  }
}

/** A change in the opposite direction. */
function mirrored(given: Change): ReadChange {
  const { id, change, fields, parts } = read(given)
  const swap = (list: ReadPart['fields']) =>
    list.map(({ path, before, after }) => ({ path, before: after, after: before }))
  const opposite = { added: 'removed', removed: 'added', changed: 'changed' }[change] ?? change
  return {
    id,
    change: opposite,
    fields: swap(fields),
    parts: parts.map((part) => ({ ...part, fields: swap(part.fields) })),
  }
}

describe('the difference of two patches', () => {
  const slug = fc.constantFrom('a', 'b', 'c')
  const world = fc.record({
    monsters: fc.uniqueArray(
      fc.record({
        id: slug.map((name) => `id.monster.${name}`),
        hp: fc.nat({ max: 2 }),
        loot_table_id: slug.map((name) => `id.loot_table.${name}`),
      }),
      { selector: ({ id }) => id },
    ),
    monster_abilities: fc.uniqueArray(
      fc.record({
        monster_id: slug.map((name) => `id.monster.${name}`),
        ability_id: slug,
        cooldown: fc.nat({ max: 2 }),
      }),
      { selector: ({ monster_id, ability_id }) => `${monster_id} ${ability_id}` },
    ),
    loot_tables: fc.uniqueArray(
      fc.record({
        id: slug.map((name) => `id.loot_table.${name}`),
        entries: fc.constant([{ item_id: 'id.item.a', weight: 1 }]),
        type: fc.constantFrom('chest', 'monster'),
      }),
      { selector: ({ id }) => id },
    ),
  })

  it('of a patch and its parent, which is stored, mirrors the computed difference in the other direction', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(world, world, async (one, other) => {
        const here = new DataFolder()
        try {
          await here.import('1', one)
          await here.import('2', other, { acceptAnomalies: true })
          await withCatalog(here, async (catalog) => {
            await catalog.prepareDifference(1, 2)
            await catalog.prepareDifference(2, 1)
            const [there, back] = [catalog.difference(1, 2), catalog.difference(2, 1)]
            expect(back.map(mirrored)).toEqual(there.map(read))
            compared += there.length
          })
        } finally {
          here.close()
        }
      }),
      { numRuns: inLongForm(25, 8) },
    )
    expect(compared).toBeGreaterThan(5)
  })

  it('of distant patches does not block the event loop, however many rows there are', async () => {
    const items = (score: number) =>
      Array.from({ length: 3000 }, (_, n) => ({ id: `id.item.a${String(n).padStart(4, '0')}`, gear_score: score }))
    await folder.import('1', { items: items(1) })
    await folder.import('2', { items: items(2) })
    await folder.import('3', { items: items(3) })
    await withCatalog(folder, async (catalog) => {
      let turns = 0
      let isDone = false
      const turn = () => {
        turns += 1
        if (!isDone) setImmediate(turn)
      }
      setImmediate(turn)
      await catalog.prepareDifference(1, 3)
      isDone = true
      expect(turns).toBeGreaterThan(1)
      expect(catalog.difference(1, 3)).toHaveLength(3000)
    })
  })
})

it('a row that was removed together with its text has its name of the earlier patch', async () => {
  const named = (name: string) => ({ id: `id.item.${name.toLowerCase()}`, name: `Name_${name}` })
  await folder.import('1', {
    items: [named('Bow'), named('Sword')],
    'locales/en.json': { Name_Bow: 'Bow', Name_Sword: 'Sword' },
    'locales/de.json': { Name_Sword: 'Schwert' },
  })
  await folder.import('2', {
    items: [named('Bow'), named('Imp')],
    'locales/en.json': { Name_Bow: 'Long Bow', Name_Imp: 'Imp' },
    'locales/de.json': { Name_Bow: 'Langbogen' },
  })
  const namesAt = (target: string) => {
    const { body } = folder.get(target) as { body: ListedChange[] | { changes: ListedChange[] } }
    return ('changes' in body ? body.changes : body).map(({ name, change }) => `${change} ${name}`)
  }
  expect(namesAt('/v2/patches/2/changelog')).toEqual(['added Imp', 'removed Sword'])
  expect(namesAt('/v2/patches/2/changelog?locale=de')).toEqual(['added Imp', 'removed Schwert'])
  expect(namesAt('/v2/patches/diff?from=1&to=2&name=swo')).toEqual(['removed Sword'])
  expect(namesAt('/v2/patches/diff?from=2&to=1&locale=de')).toEqual(['removed Imp', 'added Schwert'])
})
