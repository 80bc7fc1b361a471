// Every endpoint with every one of its parameters, with valid and invalid values, over HTTP. The cases are counted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAddressedByHash, type Endpoint } from '../../../data/api/model/endpoint.ts'
import type { Param } from '../../../data/api/model/values/params.ts'
import { api } from '../../../data/api/table.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { observeWorld } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { currentScopeOf, isMedia, requiredOf, validUrls } from '../fixtures/targets.ts'

const minCases = 1500

let fixture: Fixture
let catalog: Catalog
let service: ServedFixture
let cases = 0
beforeAll(async () => {
  fixture = await openSampleFixture()
  catalog = fixture.catalog()
  service = await fixture.serve()
  await observeWorld(service)
})
afterAll(() => fixture.close())

/** A value and the expected status; with a 400, only this parameter must be reported as invalid. */
interface Case {
  readonly text: string
  readonly status: 200 | 400 | 404
}

const all = (status: Case['status'], texts: readonly string[]): Case[] => texts.map((text) => ({ text, status }))
const valid = (...texts: string[]) => all(200, texts)
const bad = (...texts: string[]) => all(400, texts)

const badIntegers = bad('x', '1.5', '+5', '0x10', '1e3', '007', ' 5', '99999999999999999999', 'null')

interface ValueSchema {
  type?: string
  minimum?: number
  maximum?: number
  enum?: readonly string[]
  format?: string
  pattern?: string
  examples?: readonly string[]
  items?: { readonly enum?: readonly string[] }
}

function casesOf(endpoint: Endpoint, name: string, { codec }: Param): Case[] {
  const byName = patchCases(endpoint)[name]
  if (byName) return byName
  const { type, minimum, maximum, format, pattern, examples = [], enum: values, items } = codec.schema as ValueSchema
  if (format === 'date-time') return instantCases(name)
  if (type === 'number') return [...valid('0', '12', '0.5'), ...bad('x', '-1', '.5', '1e3', '1,5')]
  if (name === 'attribute')
    return [
      ...valid('armor_rating', 'armor_rating:1..', 'armor_rating:..9,might:-1.5..2'),
      ...bad('x', 'armor_rating:2..1', 'armor_rating:1'),
    ]
  if (type === 'array' && (name === 'sort' || name === 'fields'))
    return [
      ...valid(...examples, ...(endpoint.params.ids ? ['id'] : [])),
      ...bad('no_such_column', 'ID', 'id,', '*', '--id'),
    ]
  const isText = examples.length === 0 && name !== 'interval'
  if (pattern && isText) return [...textCases(endpoint, name), ...bad(' ', '\u3000')]
  if (pattern && name !== 'interval') return [...valid(...examples), ...bad('x', `${examples[0]}x`, ` ${examples[0]}`)]
  if (pattern) return [...valid(...examples, '7m', '52w'), ...bad('0m', '15', '15M', '53w', '1.5h', 'm', ' 1h')]
  if (items?.enum) return [...valid(...items.enum, items.enum.join(',')), ...bad('nothing', `${items.enum[0]},`)]
  if (values) return [...valid(...values), ...bad(`${values[0]}x`, 'NOPE', ` ${values[0]}`)]
  if (type === 'boolean') return [...valid('true', 'false', '1', '0'), ...bad('yes', 'TRUE', '2', 'null')]
  if (type === 'integer') {
    const greatest = maximum !== undefined && maximum < 1e6 ? maximum : undefined
    const inside = [minimum ?? 0, Math.min(7, greatest ?? 7), greatest ?? 250].map(String)
    const outside = [String((minimum ?? 0) - 1), ...(greatest ? [String(greatest + 1)] : [])]
    return [...valid(...new Set(inside)), ...badIntegers, ...bad(...outside)]
  }
  return textCases(endpoint, name)
}

/** Instants within the required windows. */
function instantCases(name: string): Case[] {
  const [day, edge] = name === 'to' ? ['2026-02-10', '2999-12-31'] : ['2026-01-10', '1970-01-01']
  return [
    ...valid(day, edge, `${day}T00:00Z`, `${day}T00:00:00+02:00`, `${day}T00:00:00.123Z`),
    ...bad('yesterday', '2026-02-30', `${day}T25:00:00Z`, '1700000000', `${day}Z`),
  ]
}

/** Rarities of listings, which may occur in any patch. */
const rarities = () => [
  ...severalCases(catalog.patches.all.flatMap(({ id }) => Object.keys(catalog.facets(id).rarity ?? {}))),
  ...bad('x'.repeat(201)),
]

/** Each value, and several values in any order. */
function severalCases(values: readonly string[]): Case[] {
  const [first = '', ...others] = new Set(values)
  const many = Array.from({ length: 51 }, () => first).join(',')
  return [
    ...valid(first, ...others, ...(others.length > 0 ? [[...others.slice(-2), first, first].join(',')] : [])),
    ...bad('no_such_slug', 'EPIC', `${first},no_such_slug`, `${first},`, `,${first}`, `${first},,${first}`, many),
  ]
}

/** Slugs of the patch for a checked enumeration; other texts are only limited in length. */
function textCases(endpoint: Endpoint, name: string): Case[] {
  const filter = endpoint.filters.find(({ param }) => param === name)
  const tooLong = bad('x'.repeat(201))
  if (endpoint.kind === 'live' && name === 'rarity') return rarities()
  if (!filter?.checked) return [...valid('x', 'Ember', '%25_', 'id.item.none', '灯'), ...tooLong]
  const { column } = filter
  const facets = catalog.facets(currentScopeOf(endpoint, catalog)?.id ?? 0)
  const slugs = Object.keys(facets[`${endpoint.resource?.name}.${column}`] ?? facets[column] ?? {})
  return [...severalCases([...slugs, ...(endpoint.resource?.columns[column]?.usual ?? [])]), ...tooLong]
}

function patchCases({ mode, envelope }: Endpoint): Readonly<Record<string, Case[]>> {
  const flat = catalog.patches.all.flatMap(({ id, branch, version }) =>
    branch === 'main' ? [String(id), version] : [String(id)],
  )
  const versions = catalog.patches.all.flatMap(({ branch, version, version_raw }) =>
    branch === 'main' ? [version, version_raw] : [],
  )
  return {
    ...(mode.name === 'byPatch' && { patch: [...valid('current', ...flat), ...all(404, ['9.9.9', '99', 'main'])] }),
    ...(mode.name === 'byPatchOrBranch' && {
      patch: [...valid('current', ...flat), ...all(404, ['9.9.9', '99', 'main'])],
    }),
    ...((mode.name === 'atPatch' || mode.name === 'byPatchOrBranch') && {
      at_patch: [...valid(...versions), ...all(404, ['9.9.9', '0', 'ptr'])],
      branch: [...valid('main', 'ptr'), ...all(404, ['nowhere'])],
    }),
    ...(envelope && { cursor: bad('zzz', '!!', '/v2/elsewhere?page=2', 'https://evil.example/v2/items?page=2') }),
  }
}

describe('each parameter of each endpoint, with valid and bad values', () => {
  // Endpoints that require a key have their own suites.
  const answering = api.endpoints.filter((endpoint) => !endpoint.keyScope && !isAddressedByHash(endpoint))
  it.each(answering)('$id', async (endpoint) => {
    const base = (await firstValid(endpoint)) ?? ''
    expect(base, 'a URL that answers 200').not.toBe('')
    const beside = (name: string) => {
      const others = Object.entries(requiredOf(endpoint)).filter(([required]) => required !== name && name !== 'cursor')
      return `${base}?${others.map(([required, text]) => `${required}=${text}&`).join('')}`
    }
    // `after_row` is only valid with the order that it belongs to, which other suites test.
    for (const [name, param] of Object.entries(endpoint.params).filter(([name]) => name !== 'after_row')) {
      const rows = [...casesOf(endpoint, name, param), { text: '', status: 400 } as const]
      await Promise.all(rows.map((row) => check(`${beside(name)}${name}=`, name, row)))
      const [{ text }] = rows as [Case]
      await check(`${beside(name)}${name}=${encodeURIComponent(text)}&${name}=`, name, { text, status: 400 })
    }
    await check(`${beside('')}no_such_parameter=`, 'no_such_parameter', { text: '1', status: 400 })
    await check(`${beside('')}__proto__=`, '__proto__', { text: '1', status: 400 })
  })

  it(`in at least ${minCases} cases`, () => {
    console.log(`matrix: ${cases} cases`)
    expect(cases).toBeGreaterThanOrEqual(minCases)
  })
})

/**
 * Returns the first path that is answered with 200 or 302, as not all patches have a changelog; of media endpoints, the
 * first path if no row has a file.
 */
async function firstValid(endpoint: Endpoint): Promise<string | undefined> {
  const paths = validUrls(endpoint, catalog, currentScopeOf(endpoint, catalog), 50).map(
    (url) => url.split('?')[0] ?? '',
  )
  const required = new URLSearchParams(requiredOf(endpoint)).toString()
  for (const path of paths) {
    const { status } = await fetchApi(service, `${path}?${required}`)
    if (status === 200 || status === 302) return path
  }
  return isMedia(endpoint) ? paths[0] : undefined
}

async function check(prefix: string, name: string, { text, status }: Case): Promise<void> {
  const target = `${prefix}${encodeURIComponent(text)}`
  const reply = await fetchApi(service, target)
  cases += 1
  const about = `${target}: ${reply.status} ${reply.text.slice(0, 300)}`
  if (status === 200) expect([200, 302, 404], about).toContain(reply.status)
  else expect(reply.status, about).toBe(status)
  if (status === 400)
    expect(new Set(expectProblem(reply, 'invalid_parameter').map(({ parameter }) => parameter)), about).toEqual(
      new Set([name]),
    )
  if (status === 404) expectProblem(reply, 'unknown_patch')
}
