import { describe, expect, it } from 'vitest'
import { testSite } from '../../test/test-site.ts'
import { comparedNames, loadCompared, writeCompared } from './compared-things.ts'

const lantern = 'id.item.ember_lantern_5001'
const namesOf = (query: string) => comparedNames(new URLSearchParams(query))
const url = new URL('https://ledger.example/compare')

describe('what an address compares', () => {
  it('are four things at most, each once, also from several fields of a form', () => {
    expect(namesOf('ids=a,b&ids=b,c')).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }])
    expect(namesOf('ids=a,b,c,d,e')).toHaveLength(4)
    expect(namesOf('')).toEqual([])
  })

  it('may be the same thing at several patches, and is written as it is read', () => {
    const names = namesOf(`ids=${lantern},${lantern}@1`)
    expect(names).toEqual([{ id: lantern }, { id: lantern, patch: '1' }])
    expect(writeCompared(names)).toBe(`${lantern},${lantern}@1`)
  })
})

it('rows are loaded at their own patch; what a patch does not have is left out', async () => {
  const { locals } = testSite()
  const given = `ids=${lantern},${lantern}@1,${lantern}@99,id.item.nobody_1001`
  const things = await loadCompared(namesOf(given), url, locals)
  expect(things.map(({ row, patch }) => [row.id, patch?.id])).toEqual([
    [lantern, 4],
    [lantern, 1],
  ])
})
