// `sort`, `fields` and `format` of lists whose rows do not belong to a resource: search results and differences of
// patches.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rarities } from '../../../data/api/resources/items/items.ts'
import { inNaiveOrder } from '../fixtures/naive-order.ts'
import { expectProblem } from '../fixtures/problem.ts'
import { fetchApi, paginate, type Row } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'

let fixture: Fixture
let service: ServedFixture
beforeAll(async () => {
  fixture = await openSampleFixture()
  service = await fixture.serve()
})
afterAll(() => fixture.close())

const walk = async (target: string): Promise<Row[]> =>
  (await paginate(service, target)).flatMap(({ rows }) => rows).map((row) => dropNulls(row))
const dropNulls = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

describe.each([
  { target: '/v2/search?q=e&limit=100', columns: ['kind', 'id', 'name', 'rarity', 'matched', 'former_name', 'url'] },
  { target: '/v2/patches/diff?from=1&to=current&limit=250', columns: ['resource', 'id', 'name', 'change'] },
])('$target', ({ target, columns }) => {
  it('can be sorted by each column in both directions, with a stable order of ties', async () => {
    const rows = await walk(target)
    expect(rows.length).toBeGreaterThan(50)
    for (const name of columns)
      for (const key of [name, `-${name}`]) {
        const expected = inNaiveOrder(rows, [key], name === 'rarity' ? { rank: rarities } : {})
        expect(await walk(`${target}&sort=${key}`), key).toEqual(expected)
      }
  })

  it('keeps its order through `next`', async () => {
    const sorted = await walk(`${target}&sort=-name,id`)
    const small = await paginate(service, `${target.replace(/limit=\d+/, 'limit=7')}&sort=-name,id`)
    expect(small.length).toBeGreaterThan(2)
    expect(small.flatMap(({ rows }) => rows).map(dropNulls)).toEqual(sorted)
  })

  it('has only the requested columns', async () => {
    for (const row of (await fetchApi(service, `${target}&fields=name`)).rows)
      expect(['id', 'name']).toEqual(expect.arrayContaining(Object.keys(row)))
    const [typo] = expectProblem(await fetchApi(service, `${target}&fields=namee`), 'invalid_parameter')
    expect(typo).toMatchObject({ parameter: 'fields', did_you_mean: 'name' })
  })

  it('can be requested as one file with a valid ETag', async () => {
    const whole = target.replace(/&limit=\d+/, '&sort=name')
    const rows = await walk(`${target}&sort=name`)
    const ndjson = await fetchApi(service, `${whole}&format=ndjson`)
    const lines = ndjson.text.trim().split('\n')
    expect(lines.map((line) => dropNulls(JSON.parse(line) as Row))).toEqual(rows)
    const csv = await fetchApi(service, `${whole}&format=csv&fields=id,name`)
    expect(csv.text.split('\r\n').map((line) => line.split(',')[0])).toEqual(['id', ...rows.map(({ id }) => id), ''])
    const again = await fetchApi(service, `${whole}&format=csv&fields=id,name`, {
      headers: { 'if-none-match': String(csv.headers.etag) },
    })
    expect(again.status).toBe(304)
  })

  it('refuses unknown columns, columns of lists, and pages of files', async () => {
    const [typo] = expectProblem(await fetchApi(service, `${target}&sort=namee`), 'invalid_parameter')
    expect(typo).toMatchObject({ parameter: 'sort', did_you_mean: 'name' })
    const [paged] = expectProblem(await fetchApi(service, `${target}&format=csv`), 'invalid_parameter')
    expect(paged?.parameter).toBe('limit')
    expectProblem(await fetchApi(service, `${target}&ids=x`), 'invalid_parameter')
  })
})
