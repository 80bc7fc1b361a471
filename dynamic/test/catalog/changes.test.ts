// Tests that rows, files, histories and changelogs of the sample world are consistent.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outputPath } from '../../../data/api/static/output-path.ts'
import type { Patch } from '../../../data/api/model/patches.ts'
import { isImported, type Resource } from '../../../data/api/model/resource.ts'
import { api } from '../../../data/api/table.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { fetchApi, paginate, type Row } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { staticRequestsOf } from '../fixtures/targets.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'

interface FieldChange {
  part?: object
  path: string
  before: unknown
  after: unknown
}
interface Entry {
  patch_id: number
  change: 'added' | 'removed' | 'changed'
  fields: FieldChange[]
}
interface Changelog {
  summary: Record<string, Record<'added' | 'removed' | 'changed', number>>
  changes: { resource: string; id: string; change: Entry['change']; fields: FieldChange[] }[]
}

let fixture: Fixture
let catalog: Catalog
let service: ServedFixture
beforeAll(async () => {
  fixture = await openSampleFixture()
  catalog = fixture.catalog()
  service = await fixture.serve()
})
afterAll(() => fixture.close())

const served = [...api.resources.values()].filter((resource) => isImported(resource) && resource.path)
const withPlainSingle = served.filter(({ single = true }) => single === true)

const pinned = (resource: Resource, patch: Patch, path = '') =>
  `${resource.path}${path}?${new URLSearchParams(resource.mode.pin(patch)).toString()}`

/** Returns all rows of a resource at a patch by id, from all pages of its list. */
async function rowsAt(resource: Resource, patch: Patch): Promise<Map<string, Row>> {
  const replies = await paginate(service, `${pinned(resource, patch)}&limit=${resource.envelope?.limits.max}`)
  return new Map(replies.flatMap(({ rows }) => rows.map((row): [string, Row] => [String(row.id), row])))
}

/** Returns a row without the columns that depend on the requested patch. */
function content({ columns }: Resource, row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !columns[name]?.derived))
}

const changelogOf = async ({ version, branch }: Patch) => {
  const reply = await fetchApi(service, `/v2/patches/${version}/changelog?branch=${branch}`)
  return (reply.json as { body: Changelog }).body
}

describe('a row', () => {
  it('is the same in the list, as a single row, in its file and according to its history', async () => {
    const lists = new Map<string, Map<string, Row>>()
    const places = withPlainSingle.flatMap((resource) =>
      catalog.patches.all.flatMap((patch) => catalog.ids(resource, patch.id).map((id) => ({ resource, patch, id }))),
    )
    const check = async ({ resource, patch, id }: (typeof places)[number]) => {
      const key = `${resource.name} ${patch.id}`
      const listed = lists.get(key) ?? (await rowsAt(resource, patch))
      lists.set(key, listed)
      const single = await fetchApi(service, pinned(resource, patch, `/${id}`))
      expect(single.row, `${key} ${id}`).toEqual(listed.get(id))
      const endpoint = api.endpoints.find((one) => one.id === `${resource.name}.single`)
      const request = endpoint && staticRequestsOf(endpoint, catalog, patch).find(({ path }) => path.id === id)
      const file = request && outputPath(request)
      expect(readFileSync(join(fixture.dataDir, file?.folder ?? '', `${file?.name}.json`)).equals(single.bytes)).toBe(
        true,
      )
      const history = await fetchApi(service, `${resource.path}/${id}/history?branch=${patch.branch}`)
      const chain = new Set([...catalog.patches.chain(patch)].map((one) => one.id))
      const entries = (history.row as unknown as { history: Entry[] }).history.filter((entry) =>
        chain.has(entry.patch_id),
      )
      expect(entries.at(-1)?.change).not.toBe('removed')
      for (const { path, after, part } of entries.at(-1)?.fields ?? [])
        if (!part && /^\w+$/.test(path)) expect(single.row[path] ?? null, `${id} ${path}`).toEqual(after)
    }
    await fc.assert(fc.asyncProperty(fc.constantFrom(...places), check), { numRuns: inLongForm(200, 60) })
  })
})

describe('the changelog of a patch', () => {
  it('is the difference of the complete lists of both patches', async () => {
    for (const patch of catalog.patches.all) {
      const parent = catalog.patches.byId(patch.parent_patch_id ?? 0)
      if (!parent) continue
      const { changes } = await changelogOf(patch)
      for (const resource of served.filter(
        ({ columns }) => !Object.values(columns).some(({ detail, asset }) => detail === true || asset !== undefined),
      )) {
        const [before, after] = await Promise.all([rowsAt(resource, parent), rowsAt(resource, patch)])
        const expected = [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((id) => {
          const [old, now] = [before.get(id), after.get(id)]
          if (!old || !now) return [{ id, change: old ? 'removed' : 'added' }]
          const same = JSON.stringify(content(resource, old)) === JSON.stringify(content(resource, now))
          return same ? [] : [{ id, change: 'changed' }]
        })
        const reported = changes
          .filter((change) => change.resource === resource.name)
          .map(({ id, change }) => ({ id, change }))
        expect(reported, `${resource.name} at ${patch.version}`).toEqual(expected)
      }
    }
  })

  it('counts its changes by resource, and lists every changed field', async () => {
    const { summary, changes } = await changelogOf(catalog.patches.currentOf('main'))
    const counted: Changelog['summary'] = {}
    for (const { resource, change } of changes)
      (counted[resource] ??= { added: 0, removed: 0, changed: 0 })[change] += 1
    expect(summary).toEqual(counted)
    const order = changes.map(({ resource, id }) => `${resource} ${id}`)
    expect(order).toEqual([...order].sort())
    for (const { change, fields, id } of changes) expect(fields.length > 0, id).toBe(change === 'changed')
  })

  it('has the change of the Ember Lantern in 1.1 and the removal of the spoon in 1.2', async () => {
    const [, second] = catalog.patches.all
    const lantern = (await changelogOf(second as Patch)).changes.find(({ id }) => id === 'id.item.ember_lantern_5001')
    expect(lantern?.fields).toContainEqual({ path: 'gear_score', before: 34, after: 38 })
    const { changes } = await changelogOf(catalog.patches.currentOf('main'))
    expect(changes.find(({ id }) => id === 'id.item.rusted_spoon_1001')?.change).toBe('removed')
  })

  it('does not exist for a patch without a parent', async () => {
    const reply = await fetchApi(service, '/v2/patches/1/changelog')
    expect(reply.status).toBe(404)
  })
})

describe('the history of a row', () => {
  it('exists for a removed row', async () => {
    const { row } = await fetchApi(service, '/v2/items/Id_Item_RustedSpoon_1001/history')
    expect((row as unknown as { history: Entry[] }).history.map(({ change }) => change)).toEqual(['added', 'removed'])
  })

  it('follows a branch', async () => {
    const { row } = await fetchApi(service, '/v2/items/id.item.rusted_spoon_1001/history?branch=ptr')
    expect((row as unknown as { history: Entry[] }).history.map(({ change }) => change)).toEqual(['added'])
  })

  it('does not exist for a row that never existed', async () => {
    expect((await fetchApi(service, '/v2/items/id.item.none/history')).status).toBe(404)
  })
})
