// Checks the guide to paging against the declarations of the endpoints and the responses of the API.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { maxCountedRows } from '../../../../data/api/model/live-store.ts'
import { api } from '../../../../data/api/table.ts'
import { testSite } from '../../test/test-site.ts'

const guide = readFileSync(new URL('../../pages/docs/guides/paging.md', import.meta.url), 'utf8')
const limits = [...guide.matchAll(/^\| (.+?) +\| (\d+) +\| (\d+) +\|$/gm)].map(([, lists = '', byDefault, max]) => ({
  lists,
  limits: { default: Number(byDefault), max: Number(max) },
}))

it('the guide to paging has the limits of every list', () => {
  const named = limits.flatMap(({ lists }) => lists.match(/\/v2\/[^`]+/g) ?? [])
  for (const { path, envelope } of api.endpoints.filter(({ envelope }) => envelope)) {
    const reported = named.includes(path) ? `\`${path}\`` : `${envelope?.kind} lists`
    expect(limits.find(({ lists }) => lists.includes(reported))?.limits, path).toEqual(envelope?.limits)
  }
  expect(api.endpoints.map(({ path }) => path)).toEqual(expect.arrayContaining(named))
})

it('the example in the guide to paging has the fields of a real response', async () => {
  const [, example = ''] = /```json\n([^]*?)```/.exec(guide) ?? []
  const { pagination } = JSON.parse(example) as { pagination: Record<string, unknown> }
  const answer = await testSite().fetchApi('/v2/items?limit=1')
  const { pagination: real } = answer.json as { pagination: Record<string, unknown> }
  expect(Object.keys(pagination)).toEqual(Object.keys(real))
  expect(String(pagination.next).replace('monsters?', 'items?limit=1&')).toBe(real.next)
})

it('the guide to paging names the number up to which totals are exact', () => {
  const max = maxCountedRows.toLocaleString('en')
  expect(guide).toContain(`exact up to ${max}. Above that, it is ${max}`)
})
