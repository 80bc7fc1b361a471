import { humanizeId, upperFirst, columnInSentence } from '../../format/humanize.ts'
import type { Translate } from '../../messages/translate.ts'

/** Returns the text to show for a text of the game's data; for an id, the name of its row. */
export type NameOf = (text: string) => string

export const nameInWords: NameOf = (text) => (/^id\.[a-z_]+\./.test(text) ? humanizeId(text) : text)

/** Formats a path: `entries[id.item.ember_lantern_5001|rare].weight` as `Entries, Ember lantern 5001, rare: weight`. */
export function formatPath(path: string, t: Translate, nameOf: NameOf = nameInWords): string {
  const steps = path.match(/[^.[\]]+|\[[^[\]]*\]/g) ?? []
  const formatKey = (key: string) => t.list(key.slice(1, -1).split('|').map(nameOf))
  const words = steps.map((step) => (step.startsWith('[') ? formatKey(step) : columnInSentence(step, t)))
  return upperFirst(words.reduce((text, word, at) => `${text}${steps[at]?.startsWith('[') ? t.comma : ': '}${word}`))
}

/** Formats a value of a change: `{ weight: 3044 }` as `weight 3,044`. */
export function formatFieldValue(value: unknown, t: Translate, nameOf: NameOf = nameInWords): string {
  const inner = (one: unknown) => formatFieldValue(one, t, nameOf)
  if (value === undefined || value === null) return t('change.nothing')
  if (typeof value === 'number') return t.exactNumber(value)
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no')
  if (typeof value === 'string') return nameOf(value)
  if (Array.isArray(value)) return value.length > 0 ? value.map(inner).join('; ') : t('value.none')
  return t.list(Object.entries(value).map(([name, one]) => `${columnInSentence(name, t)} ${inner(one)}`))
}
