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
  ])('in the query "%s" becomes flags of the API', (given, wanted) => expect(requested(given)).toEqual(wanted))

  it('may also be given as flags, which take precedence', () => {
    expect(requested(`item_id=a&${open}`)).toEqual(['open', open])
    expect(requested('has_sold=true&state=open')).toEqual(['sold', 'has_sold=true'])
    expect(requested('has_sold=maybe')).toEqual(['other', 'has_sold=maybe'])
  })

  it('is among the choices, even if it is not one of the named states', () => {
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
