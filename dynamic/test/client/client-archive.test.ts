// Tests the response to `/client.tgz` and its contents.
import { runSynchronously } from '../../../data/api/model/values/steps.ts'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../data/api/table.ts'
import { etagOf } from '../../../data/store/files/etag.ts'
import { describeApi } from '../../client/operations.ts'
import { packageArchive } from '../../client/package-archive.ts'
import { root as repository } from '../../../scripts/site/source-files.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openSampleFixture } from '../fixtures/test-service.ts'
import { openClientProject, run, type ClientProject } from './client-service.ts'

let project: ClientProject
let installed: string
beforeAll(async () => {
  project = await openClientProject(await openSampleFixture())
  installed = join(project.folder, 'node_modules/deepledger-client')
})
afterAll(() => project.close())

describe('/client.tgz', () => {
  it('may be fetched by every site and cached for an hour', async () => {
    const { status, headers, bytes } = await fetchApi(project.service, '/client.tgz')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
      etag: etagOf(bytes),
    })
    expect(headers['content-encoding']).toBeUndefined()
  })

  it('answers 304 to its ETag, and supports HEAD', async () => {
    const { headers, bytes } = await fetchApi(project.service, '/client.tgz')
    const conditions = { 'if-none-match': String(headers.etag), 'accept-encoding': 'br, gzip' }
    expect((await fetchApi(project.service, '/client.tgz', { headers: conditions })).status).toBe(304)
    const head = await fetchApi(project.service, '/client.tgz', { method: 'HEAD' })
    expect([head.status, head.headers['content-length']]).toEqual([200, String(bytes.length)])
    expect((await fetchApi(project.service, '/client.tgz', { method: 'POST' })).status).toBe(405)
    const preflight = await fetchApi(project.service, '/client.tgz', { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, '*'])
  })

  it('is reproducible', async () => {
    const { bytes } = await fetchApi(project.service, '/client.tgz')
    expect(bytes.equals(await packageArchive(api))).toBe(true)
  })
})

describe('the package', () => {
  it('has the name of the project, no dependencies and no install scripts', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>
    expect(manifest).toMatchObject({ name: 'deepledger-client', type: 'module' })
    expect(Object.keys(manifest).filter((key) => /dependencies|scripts|bin/i.test(key))).toEqual([])
    expect(readFileSync(join(installed, 'index.js'), 'utf8')).not.toMatch(/^\s*import\b|\b(require|process|Buffer)\b/m)
  })

  it('equals the output of `npm run client`, which needs no data', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'client-written-')), 'new')
    try {
      const printed = await run(process.execPath, ['scripts/run.mjs', 'client', folder], repository)
      expect(printed).toContain('package.json, index.js, index.d.ts')
      expect(readdirSync(folder).sort()).toEqual(readdirSync(installed).sort())
      for (const name of readdirSync(folder))
        expect(readFileSync(join(folder, name), 'utf8'), name).toBe(readFileSync(join(installed, name), 'utf8'))
    } finally {
      rmSync(join(folder, '..'), { recursive: true })
    }
  })
})

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly example?: unknown
}
type Paths = Readonly<Record<string, { readonly get: { readonly parameters: readonly Parameter[] } }>>
type Methods = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>

describe('every operation of the document', () => {
  let paths: Paths
  let client: Readonly<Record<string, Methods | Methods[string]>>
  beforeAll(async () => {
    const { createClient } = (await import(pathToFileURL(join(installed, 'index.js')).href)) as {
      createClient: (options: object) => typeof client
    }
    client = createClient({ baseUrl: project.origin, apiKey: project.service.key })
    const { text } = await fetchApi(project.service, '/v2/openapi.json')
    paths = (JSON.parse(text) as { paths: Paths }).paths
  })

  const isList = (value: unknown): value is AsyncIterable<object> =>
    typeof value === 'object' && value !== null && Symbol.asyncIterator in value

  /** Calls an operation with the examples of its required parameters. */
  function call([group = '', method = '']: readonly string[], path: string, params: object = {}): unknown {
    const given = (paths[path]?.get.parameters ?? []).filter(({ required }) => required)
    const inPath = given.filter((one) => one.in === 'path').map(({ example }) => example)
    const query = given.filter((one) => one.in === 'query').map(({ name, example }) => [name, example] as const)
    const named = client[group]
    const operation = typeof named === 'function' ? named : named?.[method]
    return operation?.(...inPath, { ...Object.fromEntries(query), ...params })
  }

  async function take(list: AsyncIterable<object>, count: number): Promise<object[]> {
    const rows: object[] = []
    for await (const row of list) if (rows.push(row) === count) break
    return rows
  }

  it.each(runSynchronously(describeApi(api)).operations)(
    '$path can be called by its name',
    async ({ name, path, result }) => {
      const answer = call(name, path)
      if (!isList(answer)) return expect(await answer, path).toBeDefined()
      expect(result).toBe('list')
      expect((await take(answer, 60)).length, path).toBeGreaterThan(0)
    },
  )

  const cut = runSynchronously(describeApi(api)).operations.flatMap(({ name, path, parameters, result }) => {
    const size = ['limit', 'page_size'].find((one) => parameters.some((parameter) => parameter.name === one))
    return result === 'list' && size !== undefined ? [{ name, path, size }] : []
  })
  it.each(cut)('$path has the same rows on small pages as on a large one', async ({ name, path, size }) => {
    const rowsBy = (limit: number) => take(call(name, path, { [size]: limit }) as AsyncIterable<object>, 7)
    expect(await rowsBy(3)).toEqual(await rowsBy(100))
  })

  it('exists in the client', () => {
    expect(runSynchronously(describeApi(api)).operations.map(({ path }) => path)).toEqual(Object.keys(paths))
  })
})
