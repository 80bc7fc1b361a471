import { describe, expect, it } from 'vitest'
import { api } from '../../../data/api/table.ts'
import { factsOf } from './facts.ts'
import type { LoadedThing } from './loaded-thing.ts'

const factsOfRow = (path: string, row: object) => {
  const list = api.endpoints.find((endpoint) => endpoint.path === path)
  if (!list) throw new Error(`There is no ${path}`)
  return factsOf({ list, row } as LoadedThing)
}

describe('the facts of a row', () => {
  it('tell figures from what is nested, and leave out what is empty', () => {
    const { plain, nested } = factsOfRow('/v2/monsters', { hp: 104, family: null, resistances: { frost: 5 } })
    expect(plain.map(({ name }) => name)).toEqual(['hp'])
    expect(nested.map(({ name }) => name)).toEqual(['resistances'])
  })

  it('keep the keys of texts for programs', () => {
    const greeting_texts = [{ key: 'Greeting_01', namespace: 'Merchant' }]
    const { plain, nested, keys } = factsOfRow('/v2/merchants', { greeting_texts, source_key: 'Id_Merchant_Cook' })
    expect([...plain, ...nested]).toEqual([])
    expect(keys.map(({ value }) => value)).toEqual([['Greeting_01'], 'Id_Merchant_Cook'])
  })
})
