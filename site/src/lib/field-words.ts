import { exactly, inWords, wordsOfId } from './words.ts'

/** How what an id names is called. */
export type NameOf = (id: string) => string

/** `entries[id.item.ember_lantern_5001|rare].weight` as people read it: `Entries, Ember lantern 5001, rare: weight`. */
export function pathInWords(path: string, nameOf: NameOf = wordsOfId): string {
  const steps = path.match(/[^.[\]]+|\[[^\]]*\]/g) ?? []
  const keyInWords = (key: string) =>
    key
      .slice(1, -1)
      .split('|')
      .map((part) => textInWords(part, nameOf))
      .join(', ')
  const words = steps.map((step) => (step.startsWith('[') ? keyInWords(step) : inWords(step).toLowerCase()))
  return inWords(words.reduce((text, word, at) => `${text}${steps[at]?.startsWith('[') ? ', ' : ': '}${word}`))
}

/** One side of a change as people read it: `{ weight: 3044 }` as `weight 3,044`. */
export function valueInWords(value: unknown, nameOf: NameOf = wordsOfId): string {
  const inner = (one: unknown) => valueInWords(one, nameOf)
  if (value === undefined || value === null) return 'nothing'
  if (typeof value === 'number') return exactly(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return textInWords(value, nameOf)
  if (Array.isArray(value)) return value.length > 0 ? value.map(inner).join('; ') : 'none'
  return Object.entries(value)
    .map(([name, one]) => `${inWords(name.replace(/_id$/, '')).toLowerCase()} ${inner(one)}`)
    .join(', ')
}

const textInWords = (text: string, nameOf: NameOf) => (/^id\.[a-z_]+\./.test(text) ? nameOf(text) : text)
