import { openListings } from './open-listings.ts'

const flags = ['has_sold', 'has_expired', 'has_cancelled']

/** What a market page can be asked for, and which listings the API is asked for then. */
const states: Readonly<Record<string, URLSearchParams>> = {
  open: new URLSearchParams(openListings()),
  sold: new URLSearchParams({ has_sold: 'true' }),
  expired: new URLSearchParams({ has_expired: 'true' }),
  cancelled: new URLSearchParams({ has_cancelled: 'true' }),
  any: new URLSearchParams(),
}

export interface MarketState {
  /** `other` where the address asks for flags that no state has. */
  readonly state: string
  readonly query: URLSearchParams
}

/** The state that a page's address asks for, in words or as the API does; open listings where it says nothing. */
export function marketState(given: URLSearchParams): MarketState {
  const asked = new URLSearchParams(flags.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : [])))
  if (asked.size === 0) {
    const state = given.get('state') ?? ''
    return Object.hasOwn(states, state)
      ? { state, query: states[state] ?? asked }
      : { state: 'open', query: new URLSearchParams(openListings()) }
  }
  const [state = 'other'] = Object.entries(states).find(([, query]) => String(query) === String(asked)) ?? []
  return { state, query: asked }
}

/** States to choose from, the one among them that is shown. */
export const stateChoices = (shown: string): (readonly [value: string, words: string])[] => [
  ...Object.keys(states).map((name) => [name, name === 'any' ? 'any: closed ones too' : name] as const),
  ...(shown === 'other' ? [['other', 'as in the address'] as const] : []),
]

export const stateFlags: readonly string[] = flags
