// Invalid values of the parameters that shape lists (`sort`, `ids`, `fields`, `format`): on every list they are a 400
// that names the parameter and the allowed values.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isScalar, displayedColumns } from '../../../data/api/model/row-params.ts'
import { api } from '../../../data/api/table.ts'
import type { Endpoint } from '../../../data/api/model/endpoint.ts'
import { liveParameters } from '../fixtures/live-world.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'

let fixture: Fixture
let service: ServedFixture
beforeAll(async () => {
  fixture = await openSampleFixture()
  service = await fixture.serve()
})
afterAll(() => fixture.close())

const lists = api.endpoints.filter(({ envelope }) => envelope !== undefined)
const required = ({ params }: Endpoint) =>
  Object.entries(params).flatMap(([name, param]) => (param.required ? [`${name}=${liveParameters[name] ?? 'x'}&`] : []))
const targetOf = (endpoint: Endpoint) =>
  `${endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => liveParameters[name] ?? 'x')}?${required(endpoint).join('')}`
const errorsOf = async (target: string) => expectProblem(await fetchApi(service, target), 'invalid_parameter')

it('every list has `sort`, `fields` and `format`; lists of rows with an id have `ids`', () => {
  for (const { id, params, rowColumns, resource, kind } of lists) {
    expect(Object.keys(params), id).toEqual(expect.arrayContaining(['sort', 'fields', 'format']))
    const isOfRows = kind === 'live' || resource !== undefined
    const hasId = (rowColumns ?? resource?.columns)?.id !== undefined
    expect('ids' in params, id).toBe(isOfRows && hasId)
  }
})

describe.each(lists)('$id', (endpoint) => {
  const target = targetOf(endpoint)
  const columns = displayedColumns(endpoint.rowColumns ?? endpoint.resource?.columns ?? {})
  const [longest = ''] = [...columns.keys()].toSorted((a, b) => b.length - a.length)

  it.each(['sort', 'fields'])('an unknown column in %s, with a suggestion', async (name) => {
    const [error] = await errorsOf(`${target}${name}=${longest}x`)
    expect(error).toMatchObject({ parameter: name, allowed: expect.any(Array) as unknown })
    const [scalar] = [...columns].filter(([, column]) => isScalar(column) && !column.detail).map(([column]) => column)
    expect(error?.allowed).toContain(name === 'sort' ? scalar : longest)
    const typo = name === 'sort' ? `${scalar}x` : `${longest}x`
    const [meant] = await errorsOf(`${target}${name}=${typo}`)
    expect(meant?.did_you_mean, typo).toBe(typo.slice(0, -1))
  })

  it('a file with a page, and an unknown format', async () => {
    const [page] = await errorsOf(`${target}format=csv&page=2`)
    expect(page?.parameter).toBe('page')
    const [format] = await errorsOf(`${target}format=xlsx`)
    expect(format).toMatchObject({ parameter: 'format', allowed: ['csv', 'ndjson'] })
  })
})

it.each(lists.filter(({ params }) => 'ids' in params))('$id: 101 ids, and no ids', async (endpoint) => {
  const target = targetOf(endpoint)
  const [many] = await errorsOf(`${target}ids=${Array.from({ length: 101 }, (_, nth) => nth).join()}`)
  expect(many).toMatchObject({ parameter: 'ids', allowed: ['100 ids at most'] })
  expect((await errorsOf(`${target}ids=`))[0]?.parameter).toBe('ids')
})

it.each([
  ['/v2/items?attribute=might:9..3', 'attribute', /upside down/],
  ['/v2/items?attribute=mihgt', 'attribute', /which no column has/],
  ['/v2/search', 'q', /missing|required/],
  ['/v2/search?q=', 'q', /empty/],
  [`/v2/search?q=${'x'.repeat(500)}`, 'q', /200/],
  ['/v2/search?q=x&kind=itmes', 'kind', /not among/],
  ['/v2/patches/diff?from=1&to=2&resource=itmes', 'resource', /not one of/],
  ['/v2/market/changes?limit=1001', 'limit', /./],
  ['/v2/market?older_than=x', 'older_than', /next/],
  ['/v2/events?feeds=markets', 'feeds', /not among/],
])('%s is a 400 that names %s', async (target, parameter, message) => {
  const [error] = await errorsOf(target)
  expect(error).toMatchObject({ parameter, message: expect.stringMatching(message) as unknown })
})
