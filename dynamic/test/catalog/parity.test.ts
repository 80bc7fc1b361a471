// Tests the invariant of ARCHITECTURE.md: the service computes the same bytes and headers as in each rendered file.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderOnly } from '../../../build/import-and-render.ts'
import { defineApi } from '../../../data/api/define-api.ts'
import type { Api } from '../../../data/api/model/api.ts'
import { renderedFilesOf, isAddressedByHash, type Endpoint } from '../../../data/api/model/endpoint.ts'
import { Problem } from '../../../data/api/model/values/errors.ts'
import { indexFile } from '../../../data/api/static/manifest.ts'
import { folderOf, outputPath, staticRoot } from '../../../data/api/static/output-path.ts'
import type { Patch } from '../../../data/api/model/patches.ts'
import { readRequest } from '../../../data/api/request/request.ts'
import { isImported } from '../../../data/api/model/resource.ts'
import { respond, type Answer } from '../../../data/api/answer/respond.ts'
import { catalogScope } from '../../../data/api/model/store.ts'
import { api } from '../../../data/api/table.ts'
import { parseTarget } from '../../../data/api/request/target.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { etagOf } from '../../../data/store/files/etag.ts'
import { fetchApi, type Reply } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { hasId, idsOf, scopesOf, staticRequestsOf, targetOf, urlOf, type Scope } from '../fixtures/targets.ts'
import { sampled } from '../../../scripts/test/long-form.ts'

const volatile = /^(date|connection|keep-alive|x-request-id|x-ratelimit-.*|ratelimit.*)$/

const lasting = ({ headers }: Reply) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !volatile.test(name)))

/** The table with endpoints that cannot compute answers, so that a service can only answer from files. */
function filesOnlyApi(): Api {
  const mute = (endpoint: Endpoint): Endpoint => {
    const answer = () => {
      throw new Error(`${endpoint.id} was not answered from a file`)
    }
    return endpoint.kind === 'asset' ? { ...endpoint, validate: answer } : { ...endpoint, answer }
  }
  const stored = [...api.resources.values()].map((resource) => ({ ...resource, path: undefined }))
  return defineApi([...stored, ...api.endpoints.map(mute)])
}

let fixture: Fixture
let catalog: Catalog
let fromFiles: ServedFixture
let withoutFiles: ServedFixture
const bare = mkdtempSync(join(tmpdir(), 'bare-'))

beforeAll(async () => {
  fixture = await openSampleFixture()
  catalog = fixture.catalog()
  cpSync(fixture.dataDir, bare, {
    recursive: true,
    filter: (path) => ![staticRoot, 'bundles'].some((name) => path.includes(join(fixture.dataDir, name))),
  })
  fromFiles = await fixture.serve({ api: filesOnlyApi() })
  withoutFiles = await fixture.serve({ dataDir: bare })
})

afterAll(async () => {
  await fixture.close()
  rmSync(bare, { recursive: true, force: true })
})

function respondOr(target: string): Answer | Problem {
  try {
    return respond(readRequest(api, parseTarget(target), catalog), catalog)
  } catch (problem) {
    if (problem instanceof Problem) return problem
    throw problem
  }
}

/**
 * Checks that files, the service and `respond` agree on a URL; returns the body, or undefined for problems, which have
 * no file.
 */
async function expectParity(target: string, file?: Buffer): Promise<Buffer | undefined> {
  const answer = respondOr(target)
  if (answer instanceof Problem) {
    expect((await fetchApi(withoutFiles, target)).status, target).toBe(answer.status)
    expect(file, target).toBeUndefined()
    return undefined
  }
  const { status, headers, body } = answer
  const [first, again, express] = [
    await fetchApi(fromFiles, target),
    await fetchApi(fromFiles, target),
    await fetchApi(withoutFiles, target),
  ]
  expect(first.status, `${target} from files: ${first.text.slice(0, 300)}`).toBe(200)
  expect([again.status, express.status, status], target).toEqual([200, 200, 200])
  const bytes = Buffer.from(body)
  for (const reply of [first, again, express]) expect(reply.bytes.equals(bytes), target).toBe(true)
  if (file) expect(file.equals(bytes), target).toBe(true)
  expect(lasting(again), target).toEqual(lasting(first))
  expect(lasting(express), target).toEqual(lasting(first))
  expect(first.headers, target).toMatchObject({
    ...headers,
    vary: expect.stringContaining('Accept-Encoding') as string,
  })
  expect(first.headers.etag, target).toBe(etagOf(bytes))
  expect(first.headers['content-length'], target).toBe(String(bytes.length))
  return bytes
}

const encodings = ['br', 'gzip'] as const

async function expectCompressedParity(target: string, body: Buffer): Promise<void> {
  for (const encoding of encodings) {
    const headers = { 'accept-encoding': encoding }
    for (const service of [fromFiles, withoutFiles]) {
      const reply = await fetchApi(service, target, { headers })
      expect(reply.identity.equals(body), `${target} in ${encoding}`).toBe(true)
      const suffix = { br: '-br', gzip: '-gz' }[reply.headers['content-encoding'] ?? ''] ?? ''
      expect(reply.headers.etag, target).toBe(etagOf(body).replace(/"$/, `${suffix}"`))
      if (body.length > 8000) expect(reply.headers['content-encoding'], target).toBe(encoding)
    }
  }
}

/** Parameters that also name the patch: none if it is the default, `current`, its version, its raw version. */
function aliasesOf(endpoint: Endpoint, patch: Patch): Record<string, string>[] {
  const isDefault = patch === catalog.patches.current()
  if (endpoint.mode.name === 'byPatch')
    return [
      ...(isDefault ? [{}, { patch: 'current' }] : []),
      { patch: patch.version },
      { patch: patch.version_raw },
      { patch: String(patch.id) },
    ]
  const { branch, version, version_raw } = patch
  return [
    ...(isDefault ? [{}] : []),
    ...(patch.is_current ? [{ branch }] : []),
    { branch, at_patch: version },
    { branch, at_patch: version_raw },
  ]
}

const rendered = api.endpoints.filter(renderedFilesOf)
const queryOf = (target: string) => (target.includes('?') ? target.slice(target.indexOf('?') + 1) : '')

/** Returns the target with another name of its patch. */
function renamed(target: string, endpoint: Endpoint, alias: Record<string, string>): string {
  const query = new URLSearchParams(queryOf(target))
  for (const name of Object.keys(endpoint.mode.params)) query.delete(name)
  for (const [name, text] of Object.entries(alias)) query.append(name, text)
  const path = target.split('?')[0] ?? ''
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

describe('a static path is answered alike from its file, by the service and by respond', () => {
  it.each(rendered)('$id', async (endpoint) => {
    let count = 0
    for (const scope of scopesOf(endpoint, catalog))
      for (const request of sampled(staticRequestsOf(endpoint, catalog, scope), 4)) {
        const place = outputPath(request)
        if (!place) throw new Error(`${endpoint.id} lists a request that no file is for: ${targetOf(request)}`)
        const path = join(fixture.dataDir, place.folder, `${place.name}.json`)
        const body = await expectParity(targetOf(request), existsSync(path) ? readFileSync(path) : undefined)
        if (!body) continue
        expect(existsSync(path), path).toBe(true)
        await expectCompressedParity(targetOf(request), body)
        count += 1
      }
    expect(count).toBeGreaterThan(0)
  })
})

describe('and by every other name of its patch', () => {
  it.each(rendered.filter(({ mode }) => mode.column))('$id', async (endpoint) => {
    let count = 0
    for (const scope of scopesOf(endpoint, catalog))
      for (const request of sampled(staticRequestsOf(endpoint, catalog, scope), 6)) {
        const target = targetOf(request)
        if (target.includes('cursor=')) continue
        const { bytes } = await fetchApi(fromFiles, target)
        for (const alias of scope ? aliasesOf(endpoint, scope) : []) {
          const other = renamed(target, endpoint, alias)
          expect((await expectParity(other))?.equals(bytes), `${other} is ${target}`).toBe(true)
          count += 1
        }
      }
    expect(count).toBeGreaterThan(0)
  })
})

describe('and by the raw key of a row, and by the legacy path', () => {
  it.each(rendered.filter(hasId))('$id', async (endpoint) => {
    for (const scope of scopesOf(endpoint, catalog))
      for (const target of sampled(pathsByOtherNames(endpoint, scope), 4)) await expectParity(target)
  })
})

/** Targets of rows by their raw keys, of patches by version and `current`, and of the first row under `/v1`. */
function pathsByOtherNames(endpoint: Endpoint, scope: Scope): string[] {
  const { resource } = endpoint
  if (!resource) return []
  const targets = idsOf(endpoint, catalog, scope)
    .slice(0, 1)
    .map((id) => urlOf(endpoint, scope, {}, id).replace('/v2/', '/v1/'))
  if (!isImported(resource)) {
    for (const { branch, version, version_raw, is_current } of catalog.patches.all)
      for (const id of [version, version_raw, ...(is_current ? ['current'] : [])])
        targets.push(urlOf(endpoint, scope, { branch }, id))
    return targets
  }
  for (const id of idsOf(endpoint, catalog, scope)) {
    const row = catalog.row(resource, scope?.id ?? 0, id)
    const { source_key: key } = JSON.parse(row?.text ?? '{}') as { source_key?: string }
    if (key !== undefined) targets.push(urlOf(endpoint, scope, {}, key))
  }
  return targets
}

describe('the rendered tree', () => {
  it('has exactly the files of the static paths and their compressed siblings', () => {
    const wanted = new Set<string>()
    for (const endpoint of rendered)
      for (const scope of scopesOf(endpoint, catalog))
        for (const request of staticRequestsOf(endpoint, catalog, scope)) {
          const place = outputPath(request)
          if (!place || respondOr(targetOf(request)) instanceof Problem) continue
          wanted.add(`${place.folder}/${place.name}.json`).add(`${place.folder}/index.json`)
        }
    for (const endpoint of api.endpoints)
      if (isAddressedByHash(endpoint)) wanted.add(`${folderOf(catalogScope, endpoint.id)}/${indexFile}`)
    const found = readdirSync(join(fixture.dataDir, staticRoot), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(fixture.dataDir.length + 1))
    expect(found.filter((name) => name.endsWith('.json')).sort()).toEqual([...wanted].sort())
    const siblings = found.filter((name) => !name.endsWith('.json'))
    expect(siblings.length).toBeGreaterThan(0)
    for (const name of siblings) expect(wanted).toContain(name.replace(/\.(br|gz)$/, ''))
  })

  it('has the same bytes when it is rendered again', async () => {
    const read = () => {
      const root = join(fixture.dataDir, staticRoot)
      const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      return new Map(
        files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name))]),
      )
    }
    const before = read()
    const again = await renderOnly({ api, dataDir: fixture.dataDir, patches: 'all', everything: true })
    expect(again.written).toBeGreaterThan(0)
    const after = read()
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
    for (const [path, bytes] of after) expect(before.get(path)?.equals(bytes), path).toBe(true)
  })

  it('is only an optimization: without it, or with a missing or damaged file, answers are the same', async () => {
    expect(existsSync(join(bare, staticRoot))).toBe(false)
    const [endpoint] = rendered.filter(hasId).filter(({ mode }) => mode.column)
    const scope = catalog.patches.current()
    if (!endpoint || !scope) throw new Error('no endpoint of single rows is rendered')
    const [gone, torn] = staticRequestsOf(endpoint, catalog, scope)
    if (!gone || !torn) throw new Error('too few rows')
    const copy = mkdtempSync(join(tmpdir(), 'torn-'))
    cpSync(fixture.dataDir, copy, { recursive: true })
    const place = (request: typeof gone) => {
      const { folder, name } = outputPath(request) ?? { folder: '', name: '' }
      return join(copy, folder, `${name}.json`)
    }
    rmSync(place(gone))
    writeFileSync(place(torn), readFileSync(place(torn)).subarray(0, 20))
    const service = await fixture.serve({ dataDir: copy })
    try {
      for (const request of [gone, torn]) {
        const [whole, reply] = [
          await fetchApi(withoutFiles, targetOf(request)),
          await fetchApi(service, targetOf(request)),
        ]
        expect(reply.text).toBe(whole.text)
        expect(lasting(reply)).toEqual(lasting(whole))
      }
    } finally {
      await service.close()
      rmSync(copy, { recursive: true, force: true })
    }
  })
})
