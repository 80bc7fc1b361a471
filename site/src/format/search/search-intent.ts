// Recognizes queries that ask for a section of a page by their last or first word: `wight drops`, `price of gloam blade`.
import { commonId, type ResultGroup, type SectionMessage } from './group-results.ts'

export interface SearchIntent {
  /** The rest of the query: a name. */
  readonly text: string
  /** The kind of rows that have the section, as in `/v2/search`. */
  readonly kind: string
  readonly section: SectionMessage
}

/** Message keys of space-separated words: the words for each section, and the words between these and a name. */
type WordsMessage = 'search.wordsOfDrops' | 'search.wordsOfPrice' | 'search.wordsOfRewards' | 'search.wordsBefore'

interface Section {
  /** English words, which players of every language type. */
  readonly words: readonly string[]
  readonly ownWords: Exclude<WordsMessage, 'search.wordsBefore'>
  readonly kind: string
  readonly section: SectionMessage
  /** The URL of the section. */
  readonly hrefOf: (group: ResultGroup) => string
}

const sections: readonly Section[] = [
  {
    words: ['drops', 'drop', 'loot'],
    ownWords: 'search.wordsOfDrops',
    kind: 'monsters',
    section: 'search.drops',
    hrefOf: ({ href }) => `${href}#drops`,
  },
  {
    words: ['price', 'prices', 'cost', 'market'],
    ownWords: 'search.wordsOfPrice',
    kind: 'items',
    section: 'search.price',
    hrefOf: ({ rows }) => `/market/${encodeURIComponent(commonId(rows))}`,
  },
  {
    words: ['reward', 'rewards'],
    ownWords: 'search.wordsOfRewards',
    kind: 'quests',
    section: 'search.rewards',
    hrefOf: ({ href }) => `${href}#rewards`,
  },
]

const wordsIn = (message: string) => message.toLowerCase().split(' ')

/** Returns the intent of a query, in English or in the language of `t`; undefined if the query is only a name. */
export function searchIntent(query: string, t: (key: WordsMessage) => string): SearchIntent | undefined {
  const words = query.trim().split(/\s+/)
  const between = new Set(['of', 'from', 'for', ...wordsIn(t('search.wordsBefore'))])
  for (const { words: usual, ownWords, kind, section } of sections) {
    const named = new Set([...usual, ...wordsIn(t(ownWords))])
    const at = [words.length - 1, 0].find((place) => named.has(words[place]?.toLowerCase() ?? ''))
    if (at === undefined) continue
    const rest = words.filter((_, place) => place !== at)
    if (at === 0 && between.has(rest[0]?.toLowerCase() ?? '')) rest.shift()
    const text = rest.join(' ')
    if (text !== '') return { text, kind, section }
  }
  return undefined
}

/** The groups that have the section, linked to it. */
export function linkToSection(groups: readonly ResultGroup[], { kind, section }: SearchIntent): ResultGroup[] {
  const known = sections.find((one) => one.section === section)
  return groups
    .filter((group) => group.kind === kind)
    .map((group) => ({ ...group, section, href: known?.hrefOf(group) ?? group.href }))
}
