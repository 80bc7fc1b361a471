import { describe, expect, it } from 'vitest'
import { dropQueryOf, isAsRare, keptInputs } from './drop-inputs.ts'

const read = (query: string) => dropQueryOf(new URLSearchParams(query))

describe('the address of the drop explorer', () => {
  it('says what is looked at, and with which inputs', () => {
    const query = read('id=id.map.fen&rarity=rare&luck=120&kills=500')
    expect(query).toEqual({ id: 'id.map.fen', text: '', rarity: 'rare', luck: 120, kills: 500 })
    expect(keptInputs(query)).toEqual({ rarity: 'rare', luck: '120', kills: '500' })
  })

  it.each(['', 'luck=&kills=', 'luck=-1&kills=-2&rarity=shiny', 'luck=1.5&kills=many'])(
    'has its usual inputs where it gives none that can be: %s',
    (query) => {
      expect(read(query)).toEqual({ id: '', text: '', rarity: '', kills: 100 })
      expect(keptInputs(read(query))).toEqual({})
    },
  )

  it('is bounded', () => {
    expect(read('luck=9999999&kills=9999999')).toMatchObject({ luck: 10_000, kills: 1_000_000 })
  })
})

it('at least as rare is the order of rarities; what has none counts where all do', () => {
  expect(['poor', 'rare', 'artifact', undefined].map((rarity) => isAsRare(rarity, 'rare'))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isAsRare(undefined, '')).toBe(true)
})
