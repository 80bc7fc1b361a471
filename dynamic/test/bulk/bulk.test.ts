// Bulk files of a patch: their manifest, how they are served, and that their contents equal the lists.
import { createHash } from 'node:crypto'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isImported, type Resource } from '../../../data/api/model/resource.ts'
import { locales } from '../../../data/api/model/values/locales.ts'
import { api } from '../../../data/api/table.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { hasTools, Mirror, rowsIn, unpacked, type ListedFile, type Row } from './bulk-mirror.ts'

const quota = 5

let fixture: Fixture
/** A service without quotas, for paging through lists. */
let free: ServedFixture
/** A service with a quota of a few requests. */
let limited: ServedFixture
beforeAll(async () => {
  fixture = await openSampleFixture()
  free = await fixture.serve()
  limited = await fixture.serve({ rateLimits: { anonymous: quota, key: quota, tiers: {} } })
})
afterAll(() => fixture.close())

const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetchApi({ port: free.port }, target, { headers, method })
const filesAt = async (patch: number): Promise<ListedFile[]> =>
  (JSON.parse((await get(`/v2/bulk?patch=${patch}`)).bytes.toString()) as { body: ListedFile[] }).body
const patchIds = () => fixture.catalog().patches.all.map(({ id }) => id)
const served = [...api.resources.values()].filter(({ path, envelope, mode }) => path && envelope && mode.column)
const ndjson = (files: readonly ListedFile[]) => files.filter(({ format }) => format === 'ndjson')

/** Returns every row of a list, without the columns that differ in every patch. */
async function walk({ path = '', mode }: Resource, patch: number, locale?: string): Promise<Row[]> {
  const { version, branch } = fixture.catalog().patches.byId(patch) ?? { version: '', branch: '' }
  const at = mode.name === 'byPatch' ? `patch=${patch}` : `at_patch=${version}&branch=${branch}`
  const rows: Row[] = []
  const language = locale === undefined ? '' : `&locale=${locale}`
  let next: string | null = `${path}?${at}&limit=200${language}`
  while (next !== null) {
    const answer = JSON.parse((await get(next)).bytes.toString()) as {
      body?: Row[]
      rows?: Row[]
      next?: string
      pagination?: { next: string | null }
    }
    rows.push(...(answer.body ?? answer.rows ?? []))
    const token = answer.next ? `${path}?cursor=${encodeURIComponent(answer.next)}` : null
    next = answer.pagination ? answer.pagination.next : token
  }
  return rows.map(({ patch_id: _patch, cursor: _cursor, ...row }) => row)
}

it('a file of a replaced patch is not found after its removal', async () => {
  const [file] = await filesAt(1)
  const path = join(fixture.dataDir, String(file?.url).replace('/v2/', ''))
  renameSync(path, `${path}.away`)
  const answer = await get(String(file?.url))
  renameSync(`${path}.away`, path)
  expectProblem(answer, 'not_found')
  expect((await get(String(file?.url))).status).toBe(200)
})

describe('the manifest', () => {
  it('lists each resource in both compressions, texts in every language, a database, archives, and the delta to the parent', async () => {
    for (const patch of patchIds()) {
      const files = await filesAt(patch)
      const kinds = files.map(({ resource, format, encoding }) => `${resource} ${format} ${encoding}`)
      for (const { name } of [...api.resources.values()].filter(isImported))
        expect(kinds).toEqual(expect.arrayContaining([`${name} ndjson gzip`, `${name} ndjson zstd`]))
      expect(kinds).toEqual(expect.arrayContaining(['all sqlite zstd', 'icons tar identity', 'models tar identity']))
      const texts = files.filter(({ resource, encoding }) => resource === 'texts' && encoding === 'zstd')
      expect(texts.map(({ locale }) => locale)).toEqual([...locales])
      expect(files.filter(({ locale }) => locale !== undefined).every(({ resource }) => resource === 'texts')).toBe(
        true,
      )
      const hasParent = fixture.catalog().patches.byId(patch)?.parent_patch_id !== null
      expect(kinds.includes('all delta gzip')).toBe(hasParent)
    }
  })

  it('is found by patch, and by branch and version', async () => {
    const { bytes: byPatch } = await get('/v2/bulk?patch=3')
    const { version, branch } = fixture.catalog().patches.byId(3) ?? {}
    expect((await get(`/v2/bulk?branch=${branch}&at_patch=${version}`)).bytes.toString()).toBe(byPatch.toString())
    expect((await get(`/v2/bulk?branch=${branch}`)).bytes.toString()).toBe(byPatch.toString())
    expect((await get('/v2/bulk')).bytes.toString()).toBe((await get('/v2/bulk?patch=4')).bytes.toString())
  })

  it.each(['/v2/bulk?patch=3&branch=ptr', '/v2/bulk?patch=3&at_patch=1.0.0.2101'])('%s is refused', async (target) => {
    expectProblem(await get(target), 'invalid_parameter')
  })

  it('has the hash, size and number of rows of each file as served', async () => {
    for (const file of await filesAt(4)) {
      const { status, headers, bytes: body } = await get(file.url, { 'accept-encoding': 'gzip, br, zstd' })
      expect([status, headers['content-encoding'], body.length]).toEqual([200, undefined, file.bytes])
      expect(createHash('sha256').update(body).digest('hex')).toBe(file.sha256)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      if (file.format === 'ndjson' || file.format === 'delta')
        expect(rowsIn(unpacked(file, body)).length).toBe(file.rows)
    }
  })

  it('has the same files as the parent for unchanged contents', async () => {
    const [parent, child] = [await filesAt(1), await filesAt(2)]
    const known = new Set(parent.map(({ url }) => url))
    const shared = ndjson(child).filter(({ url }) => known.has(url))
    expect(shared.length).toBeGreaterThan(0)
    expect(shared.length).toBeLessThan(ndjson(child).length)
  })
})

describe('a file', () => {
  it('supports ranges, HEAD and validators', async () => {
    const [file] = await filesAt(4)
    const { url = '', bytes = 0 } = file ?? {}
    const whole = await get(url)
    const part = await get(url, { range: 'bytes=10-19' })
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 10-19/${bytes}`])
    expect(part.bytes).toEqual(whole.bytes.subarray(10, 20))
    const rest = await get(url, { range: `bytes=${bytes - 3}-`, 'if-range': String(whole.headers.etag) })
    expect(rest.bytes).toEqual(whole.bytes.subarray(-3))
    expect((await get(url, { range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200)
    expectProblem(await get(url, { range: `bytes=${bytes}-` }), 'range_not_satisfiable')
    const head = await get(url, {}, 'HEAD')
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, String(bytes), 0])
    expect((await get(url, { 'if-none-match': String(whole.headers.etag) })).status).toBe(304)
  })

  it.each([`${'0'.repeat(64)}.ndjson.gz`, '..%2fcatalog.db', 'x.json'])('%s does not exist', async (name) => {
    const { status } = await get(`/v2/bulk/${name}`)
    expect([400, 404]).toContain(status)
  })
})

describe.skipIf(!hasTools)('a mirror with curl', () => {
  it('has a patch in at most 30 requests without quota, equal to its lists', async () => {
    const mirror = new Mirror(fixture.dataDir, limited.port)
    const files = await mirror.list('?patch=4')
    const wanted = files.filter(
      ({ resource, format, encoding }) =>
        (format === 'ndjson' && encoding === 'gzip' && resource !== 'texts') || format === 'tar',
    )
    const rows = new Map<string, Row[]>()
    for (const [file, bytes] of await mirror.read(wanted)) {
      if (file.format === 'ndjson') rows.set(file.resource, rowsIn(bytes))
    }
    console.log(`mirror: ${mirror.requests} requests, ${wanted.reduce((sum, { bytes }) => sum + bytes, 0)} bytes`)
    expect(mirror.requests).toBeGreaterThan(quota)
    expect(mirror.requests).toBeLessThanOrEqual(30)
    for (const resource of served) {
      const { name, columns, locale } = resource
      const parts = Object.keys(columns).filter((column) => columns[column]?.detail)
      const mirrored = (rows.get(name) ?? []).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !parts.includes(column))),
      )
      if (locale === undefined) expect(mirrored, name).toEqual(await walk(resource, 4))
      expect(
        mirrored.map(({ id }) => id),
        name,
      ).toEqual((await walk(resource, 4)).map(({ id }) => id))
    }
  })

  it('has ten languages without quota: rows with their texts equal the lists in each', async () => {
    const mirror = new Mirror(fixture.dataDir, limited.port)
    const files = await mirror.list('?patch=4')
    const packed = files.filter(({ encoding, format }) => encoding === 'gzip' && format === 'ndjson')
    const rows = new Map<string, Row[]>()
    const texts = new Map<string, Map<string, string>>()
    for (const [file, bytes] of await mirror.read(packed)) {
      const read = rowsIn(bytes)
      if (file.locale === undefined) rows.set(file.resource, read)
      else texts.set(file.locale, new Map(read.map(({ key, text }) => [String(key), String(text)])))
    }
    expect([...texts.keys()]).toEqual([...locales])
    for (const locale of locales) {
      for (const resource of served) {
        const { name, columns } = resource
        const shown = (rows.get(name) ?? []).map((row) =>
          Object.fromEntries(
            Object.entries(row)
              .filter(([column]) => !columns[column]?.detail)
              .map(([column, value]) => [
                column,
                columns[column]?.localizable ? (texts.get(locale)?.get(String(value)) ?? value) : value,
              ]),
          ),
        )
        expect(shown, `${name} in ${locale}`).toEqual(await walk(resource, 4, locale))
      }
    }
  })
})

describe.skipIf(!hasTools)('the delta', () => {
  it('turns the parent into exactly the patch', async () => {
    for (const { id, parent_patch_id: parent } of fixture.catalog().patches.all) {
      if (parent === null) continue
      const mirror = new Mirror(fixture.dataDir, limited.port)
      const textsOf = async (patch: number) => {
        const files = (await filesAt(patch)).filter(
          ({ resource, encoding }) => resource !== 'texts' && encoding === 'zstd',
        )
        return new Map((await mirror.read(ndjson(files))).map(([{ resource }, bytes]) => [resource, bytes.toString()]))
      }
      const delta = (await filesAt(id)).find(({ format }) => format === 'delta')
      const [[, read] = []] = await mirror.read([delta as ListedFile])
      const changes = String(read).split('\n').slice(0, -1)
      expect(applied(await textsOf(parent), changes)).toEqual(await textsOf(id))
    }
  })
})

/** Applies a delta to lines, as the guide says. */
function applied(before: ReadonlyMap<string, string>, changes: readonly string[]): Map<string, string> {
  const after = new Map<string, string>()
  for (const [resource, text] of before) {
    const { key = ['id'] } = api.resources.get(resource) ?? {}
    const idOf = (line: string) => key.map((name) => (JSON.parse(line) as Row)[name]).join(' ')
    const lines = new Map(
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => [idOf(line), line] as const),
    )
    for (const change of changes) {
      const { op, resource: of, id } = JSON.parse(change) as { op: string; resource: string; id: string }
      if (of !== resource) continue
      if (op === 'delete') lines.delete(id)
      else lines.set(id, change.slice(change.indexOf(',"row":') + ',"row":'.length, -1))
    }
    const ids = [...lines.keys()].sort()
    after.set(resource, ids.map((id) => `${lines.get(id)}\n`).join(''))
  }
  return after
}
