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

interface Section {
  readonly words: readonly string[]
  readonly kind: string
  readonly section: SectionMessage
  /** Where the site shows it. */
  readonly hrefOf: (group: ResultGroup) => string
}

const sections: readonly Section[] = [
  {
    words: ['drops', 'drop', 'loot'],
    kind: 'monsters',
    section: 'search.drops',
    hrefOf: ({ href }) => `${href}#drops`,
  },
  {
    words: ['price', 'prices', 'cost', 'market'],
    kind: 'items',
    section: 'search.price',
    hrefOf: ({ rows }) => `/market/${encodeURIComponent(commonId(rows))}`,
  },
  { words: ['reward', 'rewards'], kind: 'quests', section: 'search.rewards', hrefOf: ({ href }) => `${href}#rewards` },
]

/** Nothing where a query is a name and no more. */
export function searchIntent(query: string): SearchIntent | undefined {
  const words = query.trim().split(/\s+/)
  for (const { words: named, kind, section } of sections) {
    const at = words.findIndex((word) => named.includes(word.toLowerCase()))
    if (at !== 0 && at !== words.length - 1) continue
    const rest = words.filter((_, place) => place !== at)
    const text = (at === 0 ? rest.join(' ').replace(/^(of|from|for) /i, '') : rest.join(' ')).trim()
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
