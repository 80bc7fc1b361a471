import { describe, expect, it } from 'vitest'
import { marketState, stateChoices } from './market-states.ts'
import { inEnglish } from '../../messages/catalogs.ts'

const requested = (given: string) => {
  const { state, query } = marketState(new URLSearchParams(given))
  return [state, String(query)]
}
const open = 'has_sold=false&has_expired=false&has_cancelled=false'

describe('the state of listings', () => {
  it.each([
    ['', ['open', open]],
    ['state=open&rarity=rare', ['open', open]],
    ['state=none', ['open', open]],
    ['state=sold', ['sold', 'has_sold=true']],
    ['state=any', ['any', '']],
  ])('of "%s" is asked for with the flags of the API', (given, wanted) => expect(requested(given)).toEqual(wanted))

  it('is known by the flags of an address too, which go before it', () => {
    expect(requested(`item_id=a&${open}`)).toEqual(['open', open])
    expect(requested('has_sold=true&state=open')).toEqual(['sold', 'has_sold=true'])
    expect(requested('has_sold=maybe')).toEqual(['other', 'has_sold=maybe'])
  })

  it('can be chosen, and is reported where no choice has it', () => {
    expect(stateChoices('sold', inEnglish).map(([value]) => value)).toEqual([
      'open',
      'sold',
      'expired',
      'cancelled',
      'any',
    ])
    expect(stateChoices('other', inEnglish).at(-1)).toEqual(['other', 'as in the URL'])
  })
})
