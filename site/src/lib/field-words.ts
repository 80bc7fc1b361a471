import { exactly, inWords, wordsOfId } from './words.ts'

/** `entries[id.item.ember_lantern_5001|rare].weight` as people read it: `Entries, Ember lantern 5001, rare: weight`. */
export function pathInWords(path: string): string {
  const steps = path.match(/[^.[\]]+|\[[^\]]*\]/g) ?? []
  const words = steps.map((step) =>
    step.startsWith('[') ? step.slice(1, -1).split('|').map(nameInWords).join(', ') : inWords(step).toLowerCase(),
  )
  return inWords(words.reduce((text, word, at) => `${text}${steps[at]?.startsWith('[') ? ', ' : ': '}${word}`))
}

/** One side of a change as people read it: `{ weight: 3044 }` as `weight 3,044`. */
export function valueInWords(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (typeof value === 'number') return exactly(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return nameInWords(value)
  if (Array.isArray(value)) return value.length > 0 ? value.map(valueInWords).join('; ') : 'none'
  return Object.entries(value)
    .map(([name, one]) => `${inWords(name.replace(/_id$/, '')).toLowerCase()} ${valueInWords(one)}`)
    .join(', ')
}

const nameInWords = (text: string) => (/^id\.[a-z_]+\./.test(text) ? wordsOfId(text) : text)
