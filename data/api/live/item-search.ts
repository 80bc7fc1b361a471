import { distance } from 'fastest-levenshtein'
import { fallbackLocale, type Locale } from '../locales.ts'
import { items } from '../resources/items.ts'
import type { CatalogStore } from '../store.ts'

/** An item as a chat line tells it. */
export interface SpokenItem {
  readonly id: string
  readonly name: string
  readonly archetype?: string
  readonly rarity?: string
  readonly type?: string
  readonly gear_score?: number
}

/** All items of one name, of the rarity that was asked for; or the name that was probably meant. */
export type SpokenMatch = { readonly items: readonly SpokenItem[] } | { readonly meant?: string }

interface Names {
  /** By name in plain letters. */
  readonly byName: ReadonlyMap<string, readonly SpokenItem[]>
  readonly rarities: ReadonlySet<string>
}

/** Lower case, without accents and punctuation. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const kept = new WeakMap<CatalogStore, Map<Locale, Names>>()
/** Slips that are mended without asking back. */
const fewEdits = 2

/** The items that people mean by a name, at the current patch of main. A rarity may stand before or behind it. */
export function itemsCalled(store: CatalogStore, given: string, locale: Locale): SpokenMatch {
  const { byName, rarities } = namesOf(store, locale)
  const whole = plain(given)
  const words = whole.split(' ')
  const rarity = byName.has(whole) ? undefined : words.find((word) => rarities.has(word))
  const wanted = rarity === undefined ? whole : words.filter((word) => word !== rarity).join(' ')
  const { name, isSure } = nearestName(wanted, [...byName.keys()])
  const all = (name === undefined ? undefined : byName.get(name)) ?? []
  const [first] = all
  if (!first) return {}
  if (!isSure) return { meant: first.name }
  const ofRarity = all.filter((one) => one.rarity === rarity)
  return { items: ofRarity.length > 0 ? ofRarity : all }
}

/** A letter or two begin many names; in scripts that write words with few signs they may be the name. */
const isVague = (wanted: string): boolean => /^\w{1,2}$/.test(wanted)

/** The name itself; else the shortest that has all its words; else the one that is fewest edits away. */
function nearestName(wanted: string, names: readonly string[]): { name?: string; isSure: boolean } {
  if (wanted === '') return { isSure: false }
  if (names.includes(wanted)) return { name: wanted, isSure: true }
  const words = wanted.split(' ')
  const having = names.filter((name) => words.every((word) => ` ${name}`.includes(` ${word}`)))
  const [shortest] = having.sort((a, b) => a.length - b.length)
  if (shortest !== undefined) return { name: shortest, isSure: !isVague(wanted) }
  let best: { name?: string; edits: number } = { edits: Infinity }
  for (const name of names) {
    const edits = distance(wanted, name)
    if (edits < best.edits) best = { name, edits }
  }
  const { name, edits } = best
  if (name === undefined || edits > Math.max(wanted.length, name.length) / 2) return { isSure: false }
  return { name, isSure: edits <= Math.min(fewEdits, wanted.length / 4) }
}

/** Read once for each state of the catalog and language. */
function namesOf(store: CatalogStore, locale: Locale): Names {
  const ofStore = kept.get(store) ?? new Map<Locale, Names>()
  kept.set(store, ofStore)
  const names = ofStore.get(locale) ?? readNames(store, locale)
  ofStore.set(locale, names)
  return names
}

function readNames(store: CatalogStore, locale: Locale): Names {
  const byName = new Map<string, SpokenItem[]>()
  const rarities = new Set<string>()
  const scope = store.patches.all.length === 0 ? undefined : store.patches.current()?.id
  if (scope === undefined) return { byName, rarities }
  const texts = store.texts(scope, locale) ?? store.texts(scope, fallbackLocale)
  const all = { offset: 0, limit: Infinity, descending: false }
  for (const { text } of store.page(items, scope, { conditions: [], texts: undefined }, all).rows) {
    const { id, name: key, archetype, rarity, type, gear_score } = JSON.parse(text) as Partial<SpokenItem>
    if (id === undefined || key === undefined) continue
    const name = texts?.get(key) ?? key
    const called = plain(name)
    byName.set(called, [...(byName.get(called) ?? []), { id, name, archetype, rarity, type, gear_score }])
    if (rarity !== undefined) rarities.add(rarity)
  }
  return { byName, rarities }
}
