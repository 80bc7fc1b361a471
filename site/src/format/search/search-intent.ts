// What a query asks of a thing, by its last or first word: `wight drops`, `price of gloam blade`.
import { commonId, type ResultGroup, type SectionMessage } from './group-results.ts'

export interface SearchIntent {
  /** The rest of the query: the name of the thing. */
  readonly text: string
  /** The kind of things that have it, as `/v2/search` names kinds. */
  readonly kind: string
  /** What is asked of them, by its message. */
  readonly section: SectionMessage
}

/** The messages that name what can be asked, and what may stand between that and a name: words with spaces between them. */
type WordsMessage = 'search.wordsOfDrops' | 'search.wordsOfPrice' | 'search.wordsOfRewards' | 'search.wordsBefore'

interface Section {
  /** What players of every language type. */
  readonly words: readonly string[]
  readonly ownWords: Exclude<WordsMessage, 'search.wordsBefore'>
  readonly kind: string
  readonly section: SectionMessage
  /** Where the site shows it. */
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

/** Undefined if a query is a name and no more. The words are English or the page's own. */
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

/** The same groups, leading to what was asked of them. */
export function aimed(groups: readonly ResultGroup[], { kind, section }: SearchIntent): ResultGroup[] {
  const known = sections.find((one) => one.section === section)
  return groups
    .filter((group) => group.kind === kind)
    .map((group) => ({ ...group, section, href: known?.hrefOf(group) ?? group.href }))
}
