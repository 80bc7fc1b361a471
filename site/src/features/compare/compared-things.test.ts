import { describe, expect, it } from 'vitest'
import { testSite } from '../../test/test-site.ts'
import { formatCompared, loadCompared, parseCompared } from './compared-things.ts'

const lantern = 'id.item.ember_lantern_5001'
const namesOf = (query: string) => parseCompared(new URLSearchParams(query))
const url = new URL('https://ledger.example/compare')

describe('the things in the URL of a comparison', () => {
  it('are at most four distinct ones, from one or several `ids` parameters', () => {
    expect(namesOf('ids=a,b&ids=b,c')).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }])
    expect(namesOf('ids=a,b,c,d,e')).toHaveLength(4)
    expect(namesOf('')).toEqual([])
  })

  it('may be one thing at several patches, and are serialized as they are parsed', () => {
    const names = namesOf(`ids=${lantern},${lantern}@1`)
    expect(names).toEqual([{ id: lantern }, { id: lantern, patch: '1' }])
    expect(formatCompared(names)).toBe(`${lantern},${lantern}@1`)
  })
})

it('rows are loaded at the patch of each thing, without those that the patch does not have', async () => {
  const { locals } = testSite()
  const given = `ids=${lantern},${lantern}@1,${lantern}@99,id.item.nobody_1001`
  const things = await loadCompared(namesOf(given), url, locals)
  expect(things.map(({ row, patch }) => [row.id, patch?.id])).toEqual([
    [lantern, 4],
    [lantern, 1],
  ])
})
