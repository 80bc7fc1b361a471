// What things are called in every language, by their English names: these are the localization keys of their own
// translations.
import { locales } from '../api/model/values/locales.ts'
import { render, type Words } from './phrase.ts'
import type { Snapshot } from './snapshot.ts'
import { facetWords } from './words/words-facets.ts'
import { skillWords, spellWords } from './words/names/arts.ts'
import { artifactWords, findWords } from './words/names/finds.ts'
import { gearNouns, gearPrefixes } from './words/names/gear.ts'
import { effectWords, goodsWords } from './words/names/goods.ts'
import { monsterBases, monsterPrefixes, namedMonsters } from './words/names/monsters.ts'
import { perkWords } from './words/names/perks.ts'
import { containerWords, emptyHands, serviceWords, stockWords, townWords } from './words/names/town.ts'

const englishOf = (words: Words): string => words.split('|', 1)[0] ?? ''

const byEnglish = (...lists: readonly (readonly Words[])[]) =>
  new Map(lists.flat().map((words) => [englishOf(words).replace(' {base}', ''), words]))

const wholes = byEnglish(
  ...[goodsWords, findWords, artifactWords, namedMonsters, perkWords, skillWords, spellWords, townWords],
  [emptyHands],
  Object.values(facetWords.required_class ?? {}),
)

/** First words of names, and the words that may follow them. */
const composed = [
  { prefixes: byEnglish(gearPrefixes), bases: byEnglish(gearNouns) },
  { prefixes: byEnglish(monsterPrefixes), bases: byEnglish(monsterBases) },
]

const containers = byEnglish(containerWords)
const services = byEnglish(serviceWords)
const effects = byEnglish(effectWords)

const compose = (words: Words, base: Words): Words =>
  locales.map((locale) => render({ words, slots: { base } }, locale)).join('|')

/** Whether a key is the English text itself. */
export const isPlainText = (key: string): boolean => !key.startsWith('Reach_')

/** `Brine Fen Urn`; other languages have a colon, so that none has to inflect. */
const inPlace = (place: Words, base: Words): Words =>
  locales
    .map((locale) =>
      render(
        { words: `{place} {base}${'|{place}: {base}'.repeat(locales.length - 1)}`, slots: { place, base } },
        locale,
      ),
    )
    .join('|')

/** A name in every language. Throws if there are no words for it. */
export function nameWords(name: string): Words {
  const whole = wholes.get(name)
  if (whole) return whole
  const [, base = '', tier] = /^(.+) (\d+)$/.exec(name) ?? []
  if (tier) return compose(`{base} ${tier}`, nameWords(base))
  const [first = '', rest = ''] = name.split(/ (.*)/)
  for (const { prefixes, bases } of composed) {
    const [template, noun] = [prefixes.get(first), bases.get(rest)]
    if (template && noun) return compose(template, noun)
  }
  const service = services.get(first)
  if (service) return compose(service, nameWords(rest))
  return lootWords(name)
}

/** Names of loot tables that belong to no monster. */
function lootWords(name: string): Words {
  const [, merchant] = /^(.+)'s Stock$/.exec(name) ?? []
  if (merchant)
    return [
      name,
      ...compose(stockWords, nameWords(`The ${merchant}`))
        .split('|')
        .slice(1),
    ].join('|')
  const [, place = '', rest = ''] = /^(\w+ \w+) (.+)$/.exec(name) ?? []
  const container = containers.get(rest)
  if (container) return inPlace(nameWords(place), container)
  throw new Error(`no words for the name ${name}`)
}

/** Registers the translations of a name, and returns it, for the row. */
export const nameText = (world: Snapshot, name: string): string => world.text(name, { words: nameWords(name) })

/** Registers the translations of an item's effect, whose `{n}` is the number, and returns it. */
export const effectText = (world: Snapshot, effect: string, n: number): string =>
  world.text(effect.replace('{n}', String(n)), { words: effects.get(effect) ?? effect, slots: { n } })
