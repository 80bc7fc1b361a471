import { z } from 'zod'
import { text } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { fallbackLocale, localeParam, type Locale } from '../locales.ts'
import { unscoped } from '../patch-modes.ts'
import { ageSeconds } from './age.ts'
import { itemsCalled, type SpokenItem } from './item-search.ts'
import type { LiveStore, PriceBucket, Seen } from './live-store.ts'
import { endOfMinute, medianOf } from './price-history.ts'

const hourMs = 3_600_000
const staleSeconds = 600
/** The first in which something was listed is told. */
const windows = [
  ['24 hours', 24],
  ['7 days', 168],
] as const

/** Chat commands print what they get, so whatever was typed is answered by one line that people can read. */
export const chatItem = endpoint({
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
      summary: 'What people type: a name or a part of it, with or without a rarity; slips are mended.',
    },
    locale: localeParam(fallbackLocale),
  },
  schema: z.string().regex(/^[^\n]+\n$/),
  async live({ values }, live, store) {
    const given = String(values.name)
    const match = itemsCalled(store, given, values.locale as Locale)
    if (!('items' in match)) return { body: oneLine(unknownLine(given, match.meant)) }
    const [first] = match.items
    if (!first) return { body: oneLine(unknownLine(given)) }
    const { price, observedAt } = await priceOf(first, match.items, live)
    return {
      body: oneLine(`${described(first, match.items)}: ${price}. ${store.site ?? ''}${placeOf(first, match.items)}`),
      observedAt,
    }
  },
})

const oneLine = (line: string): string => `${line.replace(/\s+/g, ' ').trim()}\n`

/** Letters and digits alone of what was typed: nothing that a chat takes as a command or a call to everybody. */
function unknownLine(given: string, meant?: string): string {
  const typed = given
    .replace(/[^\p{L}\p{M}\p{N} '’-]+/gu, ' ')
    .trim()
    .slice(0, 60)
  const asked = typed === '' ? 'No item is called so.' : `No item is called ${typed}.`
  return meant === undefined ? `${asked} Try fewer letters.` : `${asked} Did you mean ${meant}?`
}

/** `Gloam Blade (epic weapon, gear score 55)`; of several rarities no more than the kind. */
function described(first: SpokenItem, all: readonly SpokenItem[]): string {
  const { name, rarity, type, gear_score } = first
  const kind = [all.length === 1 ? rarity : undefined, type].filter(Boolean).join(' ')
  const score = all.length === 1 && gear_score !== undefined ? `gear score ${gear_score}` : undefined
  const grades = all.length > 1 ? `${all.length} rarities` : undefined
  const facts = [kind, score, grades].filter(Boolean)
  return facts.length > 0 ? `${name} (${facts.join(', ')})` : name
}

const placeOf = ({ id, name }: SpokenItem, all: readonly SpokenItem[]): string =>
  all.length === 1 ? `/items/${id}` : `/items?name=${encodeURIComponent(name)}`

async function priceOf(first: SpokenItem, all: readonly SpokenItem[], live: LiveStore) {
  const itemId = all.length === 1 ? first.id : (first.archetype ?? first.id)
  const to = endOfMinute(live.now())
  let seen: Seen<readonly PriceBucket[]> = { value: [], observedAt: null }
  for (const [words, hours] of windows) {
    seen = await live.market.priceHistory({ itemId, intervalMinutes: hours * 60, from: to - hours * hourMs, to })
    const histogram = seen.value.flatMap((bucket) => bucket.histogram).sort(([a], [b]) => a - b)
    const listings = histogram.reduce((sum, [, count]) => sum + count, 0)
    if (listings === 0) continue
    const gold = Math.round(medianOf(histogram) * 10) / 10
    const price = `median ${gold} gold over ${listings} ${listings === 1 ? 'listing' : 'listings'} in ${words}`
    return { price: price + staleness(seen.observedAt, live.now()), observedAt: seen.observedAt }
  }
  return { price: `no listing seen in ${windows[1][0]}`, observedAt: seen.observedAt }
}

/** Told where the market has not been seen for a while. */
function staleness(observedAt: number | null, now: number): string {
  const age = observedAt === null ? 0 : ageSeconds(observedAt, now)
  if (age < staleSeconds) return ''
  return age < 2 * 3600 ? `, seen ${Math.round(age / 60)} minutes ago` : `, seen ${Math.round(age / 3600)} hours ago`
}
