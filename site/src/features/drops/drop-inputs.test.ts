import { describe, expect, it } from 'vitest'
import { parseDropQuery, isAtLeastAsRare, preservedInputs } from './drop-inputs.ts'

const read = (query: string) => parseDropQuery(new URLSearchParams(query))

describe('the query of the drop explorer', () => {
  it('contains what is chosen and the inputs', () => {
    const query = read('id=id.map.fen&rarity=rare&luck=120&kills=500')
    expect(query).toEqual({ id: 'id.map.fen', text: '', rarity: 'rare', luck: 120, kills: 500 })
    expect(preservedInputs(query)).toEqual({ rarity: 'rare', luck: '120', kills: '500' })
  })

  it.each(['', 'luck=&kills=', 'luck=-1&kills=-2&rarity=shiny', 'luck=1.5&kills=many'])(
    'has its usual inputs where it gives none that can be: %s',
    (query) => {
      expect(read(query)).toEqual({ id: '', text: '', rarity: '', kills: 100 })
      expect(preservedInputs(read(query))).toEqual({})
    },
  )

  it('has limited numbers', () => {
    expect(read('luck=9999999&kills=9999999')).toMatchObject({ luck: 10_000, kills: 1_000_000 })
  })
})

it('isAtLeastAsRare compares by the order of rarities; an item without a rarity passes only without a minimum', () => {
  expect(['poor', 'rare', 'artifact', undefined].map((rarity) => isAtLeastAsRare(rarity, 'rare'))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isAtLeastAsRare(undefined, '')).toBe(true)
})
