import type { MessageKey, Translate } from '../../messages/translate.ts'
import type { Row } from '../../format/api-response.ts'
import { openListings } from './open-listings.ts'

const flags = ['has_sold', 'has_expired', 'has_cancelled']

/** The states that a market page can be filtered by, and the API's parameters for each. */
const states: Readonly<Record<string, URLSearchParams>> = {
  open: new URLSearchParams(openListings()),
  sold: new URLSearchParams({ has_sold: 'true' }),
  expired: new URLSearchParams({ has_expired: 'true' }),
  cancelled: new URLSearchParams({ has_cancelled: 'true' }),
  any: new URLSearchParams(),
}

interface MarketState {
  /** `other` where the address asks for flags that no state has. */
  readonly state: string
  readonly query: URLSearchParams
}

/** The state that a page's address asks for, in words or as the API does; open listings where it says nothing. */
export function marketState(given: URLSearchParams): MarketState {
  const requested = new URLSearchParams(
    flags.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : [])),
  )
  if (requested.size === 0) {
    const state = given.get('state') ?? ''
    return Object.hasOwn(states, state)
      ? { state, query: states[state] ?? requested }
      : { state: 'open', query: new URLSearchParams(openListings()) }
  }
  const [state = 'other'] = Object.entries(states).find(([, query]) => String(query) === String(requested)) ?? []
  return { state, query: requested }
}

const stateMessages: Readonly<Record<string, MessageKey>> = {
  open: 'market.stateOpen',
  sold: 'market.stateSold',
  expired: 'market.stateExpired',
  cancelled: 'market.stateCancelled',
  any: 'market.stateAny',
  other: 'market.stateOther',
}

export const stateName = (state: string, t: Translate): string => t(stateMessages[state] ?? 'market.stateOther')

/** States to choose from, the one among them that is shown. */
export const stateChoices = (displayed: string, t: Translate): (readonly [value: string, words: string])[] =>
  [...Object.keys(states), ...(displayed === 'other' ? ['other'] : [])].map((name) => [name, stateName(name, t)])

type ListingState = 'sold' | 'cancelled' | 'expired' | 'listed'

/** What became of a listing. */
export const listingState = ({ has_sold, has_cancelled, has_expired }: Row): ListingState =>
  has_sold ? 'sold' : has_cancelled ? 'cancelled' : has_expired ? 'expired' : 'listed'

export const stateFlags: readonly string[] = flags

/** Orders of listings to choose from, by the API's `sort`; the one that is shown among them. */
export function orderChoices(displayed: string, t: Translate): (readonly [sort: string, words: string])[] {
  const column = t('listing.priceEach')
  const usual = [
    ['', t('market.newestFirst')],
    ['price_per_unit', t('list.leastFirst', { column })],
    ['-price_per_unit', t('list.greatestFirst', { column })],
  ] as const
  return usual.some(([sort]) => sort === displayed) ? [...usual] : [...usual, [displayed, displayed]]
}
