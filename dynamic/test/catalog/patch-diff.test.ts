// Tests that the difference of any two patches equals that of all their lists, in the sample world and in real bundles.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Patch } from '../../../data/api/model/patches.ts'
import type { FieldChange, ListedChange } from '../../../data/api/test/listed-changes.ts'
import { sampled } from '../../../scripts/test/long-form.ts'
import { hasRealData, realData } from '../../../scripts/test/requirements.ts'
import { fetchApi, paginate } from '../fixtures/test-client.ts'
import { openFixture, openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { walkedDifference, walkWorld, type WalkedWorld } from '../fixtures/walked-world.ts'

const diff = async (service: ServedFixture, query: string) => {
  const replies = await paginate(service, `/v2/patches/diff?${query}&limit=250`)
  return replies.flatMap(({ rows }) => rows as readonly unknown[] as readonly ListedChange[])
}

const partsOf = ({ fields }: ListedChange) => [
  ...new Set(fields.flatMap(({ part }) => (part ? [`${part.resource} ${part.id}`] : []))),
]

/** Compares every pair of patches in both directions. */
async function comparePairs(service: ServedFixture, patches: readonly Patch[]): Promise<void> {
  const worlds = new Map<number, WalkedWorld>()
  for (const patch of patches) worlds.set(patch.id, await walkWorld(service, patch))
  for (const from of patches)
    for (const to of patches) {
      const pair = `${from.version} to ${to.version}`
      const [before, after] = [worlds.get(from.id), worlds.get(to.id)]
      if (!before || !after) throw new Error(`${pair} was not walked`)
      const expected = walkedDifference(before, after)
      const listed = await diff(service, `from=${from.id}&to=${to.id}`)
      const found = listed.filter(({ resource }) => before.has(resource))
      const keysOf = (rows: readonly { resource: string; id: string; change: string }[]) =>
        rows.map(({ resource, id, change }) => `${resource} ${id} ${change}`)
      expect(keysOf(found), pair).toEqual(keysOf(expected))
      for (const [at, { id, changedParts, movedParts }] of expected.entries()) {
        const parts = partsOf(found[at] as ListedChange)
        expect(parts, `${pair} ${id}`).toEqual(expect.arrayContaining([...changedParts]))
        expect([...changedParts, ...movedParts], `${pair} ${id}`).toEqual(expect.arrayContaining(parts))
      }
    }
}

describe('the difference of two patches of the sample world', () => {
  let fixture: Fixture
  let service: ServedFixture
  let patches: readonly Patch[]
  beforeAll(async () => {
    fixture = await openSampleFixture()
    patches = fixture.catalog().patches.all
    service = await fixture.serve()
  })
  afterAll(() => fixture.close())

  it('equals that of all lists, for every pair', () => comparePairs(service, patches))

  it('of a patch and its parent is its changelog', async () => {
    for (const { id, parent_patch_id } of patches) {
      if (parent_patch_id === null) continue
      const { summary, changes } = (await fetchApi(service, `/v2/patches/${id}/changelog?locale=de`)).row
      expect(await diff(service, `to=${id}&locale=de`)).toEqual(changes)
      expect((await fetchApi(service, `/v2/patches/diff?to=${id}&limit=1`)).object.summary).toEqual(summary)
    }
  })

  it('is inverted in the other direction', async () => {
    const turned = { added: 'removed', removed: 'added', changed: 'changed' }
    const [there, back] = [await diff(service, 'from=1&to=4'), await diff(service, 'from=4&to=1')]
    expect(back.map(({ id, change }) => [id, change])).toEqual(there.map(({ id, change }) => [id, turned[change]]))
  })

  it('filters by resource, change, id, name and class, and counts what is left', async () => {
    const all = await diff(service, 'from=1')
    const [some] = all
    const byName = all.find(({ name }) => name !== null)?.name ?? ''
    const kept: [string, (row: ListedChange) => boolean][] = [
      ['resource=items', ({ resource }) => resource === 'items'],
      ['change=changed', ({ change }) => change === 'changed'],
      [`id=${some?.id}`, ({ id }) => id === some?.id],
      [`name=${encodeURIComponent(byName.toUpperCase())}`, ({ name }) => name?.includes(byName) ?? false],
      ['resource=monsters&change=changed', (row) => row.resource === 'monsters' && row.change === 'changed'],
    ]
    for (const [query, isKept] of kept) {
      const found = await diff(service, `from=1&${query}`)
      expect(found, query).toEqual(all.filter(isKept))
      expect(found.length, query).toBeGreaterThan(0)
    }
    const { object } = await fetchApi(service, '/v2/patches/diff?from=1&resource=monsters&limit=1')
    expect(object).toMatchObject({
      pagination: { total: all.filter(({ resource }) => resource === 'monsters').length },
      summary: { monsters: { added: 0, removed: 0 } },
    })
  })

  it('filters by class with the rows of both patches', async () => {
    const found = await diff(service, 'from=1&class=id.player_character.warden')
    expect(found).toEqual(await diff(service, 'from=1&class=warden'))
    expect(found.length).toBeGreaterThan(0)
    for (const { resource, id, change } of found) {
      const at = change === 'removed' ? '1.0.0.2101' : '1.2.0.2247'
      const query = resource === 'items' ? `patch=${at}` : `at_patch=${at}`
      const { row } = await fetchApi(service, `/v2/${resource}/${id}?${query}`)
      expect(JSON.stringify([row.classes, row.required_class]), id).toContain('warden')
    }
  })
})

describe('the history of a row', () => {
  let fixture: Fixture
  let service: ServedFixture
  beforeAll(async () => {
    fixture = await openSampleFixture()
    service = await fixture.serve()
  })
  afterAll(() => fixture.close())

  it('includes changes of its parts', async () => {
    const changed = (await diff(service, 'to=2')).filter((row) => partsOf(row).length > 0)
    expect(new Set(changed.map(({ resource }) => resource))).toEqual(new Set(['monsters', 'perks']))
    for (const { resource, id, fields } of changed) {
      const { history } = (await fetchApi(service, `/v2/${resource}/${id}/history`)).row as unknown as {
        history: { patch_id: number; fields: FieldChange[] }[]
      }
      expect(history.find(({ patch_id }) => patch_id === 2)?.fields).toEqual(fields)
    }
  })
})

describe.skipIf(!hasRealData('the difference of real patches', 'patches'))('the difference of two real patches', () => {
  let fixture: Fixture
  let service: ServedFixture
  beforeAll(async () => {
    fixture = openFixture()
    const folder = join(realData, 'patches')
    const bundles = readdirSync(folder).sort()
    await fixture.import(
      bundles.map((name) => join(folder, name)),
      { acceptAnomalies: true, patches: 'none' },
    )
    service = await fixture.serve()
  })
  afterAll(() => fixture.close())

  it(
    'equals that of all lists, for every pair',
    () => comparePairs(service, sampled(fixture.catalog().patches.all, 3)),
    300_000,
  )
})
