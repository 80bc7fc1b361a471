import type { MessageKey, Translate } from '../../messages/translate.ts'
import type { Row } from '../../format/api-response.ts'
import { openListings } from './open-listings.ts'

const flags = ['has_sold', 'has_expired', 'has_cancelled']

/** The states by which market pages can be filtered, and the parameters of the API for each. */
const states: Readonly<Record<string, URLSearchParams>> = {
  open: new URLSearchParams(openListings()),
  sold: new URLSearchParams({ has_sold: 'true' }),
  expired: new URLSearchParams({ has_expired: 'true' }),
  cancelled: new URLSearchParams({ has_cancelled: 'true' }),
  any: new URLSearchParams(),
}

interface MarketState {
  /** `other` if the URL has a combination of flags that matches no state. */
  readonly state: string
  readonly query: URLSearchParams
}

/** Parses the state in the URL of a page, which may be a name or flags of the API. The default is open listings. */
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

/** Returns the states to choose from, including the displayed one. */
export const stateChoices = (displayed: string, t: Translate): (readonly [value: string, words: string])[] =>
  [...Object.keys(states), ...(displayed === 'other' ? ['other'] : [])].map((name) => [name, stateName(name, t)])

type ListingState = 'sold' | 'cancelled' | 'expired' | 'listed'

/** Returns the state of a listing; `listed` is still open. */
export const listingState = ({ has_sold, has_cancelled, has_expired }: Row): ListingState =>
  has_sold ? 'sold' : has_cancelled ? 'cancelled' : has_expired ? 'expired' : 'listed'

export const stateFlags: readonly string[] = flags

/** Returns the orders of listings to choose from, as values of `sort`, including the displayed one. */
export function orderChoices(displayed: string, t: Translate): (readonly [sort: string, words: string])[] {
  const column = t('listing.priceEach')
  const usual = [
    ['', t('market.newestFirst')],
    ['price_per_unit', t('list.leastFirst', { column })],
    ['-price_per_unit', t('list.greatestFirst', { column })],
  ] as const
  return usual.some(([sort]) => sort === displayed) ? [...usual] : [...usual, [displayed, displayed]]
}
