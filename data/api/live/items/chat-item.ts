import { z } from 'zod'
import { text } from '../../model/values/codecs.ts'
import { liveEndpoint } from '../../model/endpoint.ts'
import { fallbackLocale, localeParam, type Locale } from '../../model/values/locales.ts'
import { unscoped } from '../../model/patch-modes.ts'
import { ageSeconds } from '../../model/feeds/age.ts'
import { findItemsByName, prepareItemNames, type ItemMatch } from './item-search.ts'
import type { LiveStore } from '../../model/live-store.ts'
import { headlinePrices } from './headline-price.ts'

const staleSeconds = 600
const windowWords = { 24: '24 hours', 168: '7 days' } as const

/** Chat commands print the response, so the answer to any input is one readable line. */
export const chatItem = liveEndpoint({
  id: 'chat.items',
  path: '/v2/chat/items',
  summary: 'What an item is and what it costs, as one line of plain text for chat commands.',
  mode: unscoped,
  rows: false,
  isText: true,
  maxAgeSeconds: 30,
  params: {
    name: {
      codec: text(),
      required: true,
      summary: 'What people type: a name or a part of it, with or without a rarity; typos are corrected.',
    },
    locale: localeParam(fallbackLocale),
  },
  schema: z.string().regex(/^[^\n]+\n$/),
  async answer({ values }, live, store) {
    const given = String(values.name)
    await prepareItemNames(store)
    const match = findItemsByName(store, given, values.locale as Locale)
    if (!('items' in match)) return { body: oneLine(unknownLine(given, match.suggestion)) }
    const [first] = match.items
    if (!first) return { body: oneLine(unknownLine(given)) }
    const { price, observedAt } = await priceOf(first, match.items, live)
    return {
      body: oneLine(
        `${descriptionOf(first, match.items)}: ${price}. ${store.site ?? ''}${placeOf(first, match.items)}`,
      ),
      observedAt,
    }
  },
})

const oneLine = (line: string): string => `${line.replace(/\s+/g, ' ').trim()}\n`

/** Repeats only letters and digits of the input, so that a chat does not interpret it as a command or a mention. */
function unknownLine(given: string, suggestion?: string): string {
  const letters = given.replace(/[^\p{L}\p{M}\p{N} '’-]+/gu, ' ').trim()
  const typed = Array.from(letters).slice(0, 60).join('')
  const requested = typed === '' ? 'Item not found.' : `No item is called ${typed}.`
  return suggestion === undefined ? `${requested} Try fewer letters.` : `${requested} Did you mean ${suggestion}?`
}

/** Such as `Gloam Blade (epic weapon, gear score 55)`; for several rarities, their number and only the type. */
function descriptionOf(first: ItemMatch, all: readonly ItemMatch[]): string {
  const { name, rarity, type, gear_score } = first
  const kind = [all.length === 1 ? rarity : undefined, type].filter(Boolean).join(' ')
  const score = all.length === 1 && gear_score !== undefined ? `gear score ${gear_score}` : undefined
  const variants = all.length > 1 ? `${all.length} rarities` : undefined
  const facts = [kind, score, variants].filter(Boolean)
  const called = startsHarmlessly.test(name) ? name : `“${name}”`
  return facts.length > 0 ? `${called} (${facts.join(', ')})` : called
}

/** If a bot posts the line unchanged, a chat would interpret other first characters (`/`, `.`, `!`) as a command. */
const startsHarmlessly = /^[\p{L}\p{N}]/u

const placeOf = ({ id, name }: ItemMatch, all: readonly ItemMatch[]): string =>
  all.length === 1 ? `/items/${id}` : `/items?name=${encodeURIComponent(name)}`

async function priceOf(first: ItemMatch, all: readonly ItemMatch[], live: LiveStore) {
  const itemId = all.length === 1 ? first.id : (first.archetype ?? first.id)
  const { value: prices, observedAt } = await headlinePrices([itemId], live)
  const value = prices.get(itemId)
  if (!value) return { price: `no listing seen in ${windowWords[168]}`, observedAt }
  const { median, listings, hours } = value
  const gold = Math.round(median * 10) / 10
  const price = `median ${gold} gold over ${listings} ${listings === 1 ? 'listing' : 'listings'} in ${windowWords[hours]}`
  return { price: price + staleness(observedAt, live.now()), observedAt }
}

/** States the age of the newest observation of the market, if it is old. */
function staleness(observedAt: number | null, now: number): string {
  const age = observedAt === null ? 0 : ageSeconds(observedAt, now)
  if (age < staleSeconds) return ''
  return age < 2 * 3600 ? `, seen ${Math.round(age / 60)} minutes ago` : `, seen ${Math.round(age / 3600)} hours ago`
}
