import { humanizeId, upperFirst, columnInSentence } from '../../format/humanize.ts'
import type { Translate } from '../../messages/translate.ts'

/** How a text of the data is told: an id by the name of what it names. */
export type NameOf = (text: string) => string

export const nameInWords: NameOf = (text) => (/^id\.[a-z_]+\./.test(text) ? humanizeId(text) : text)

/** `entries[id.item.ember_lantern_5001|rare].weight` as people read it: `Entries, Ember lantern 5001, rare: weight`. */
export function formatPath(path: string, t: Translate, nameOf: NameOf = nameInWords): string {
  const steps = path.match(/[^.[\]]+|\[[^[\]]*\]/g) ?? []
  const formatKey = (key: string) => t.list(key.slice(1, -1).split('|').map(nameOf))
  const words = steps.map((step) => (step.startsWith('[') ? formatKey(step) : columnInSentence(step, t)))
  return upperFirst(words.reduce((text, word, at) => `${text}${steps[at]?.startsWith('[') ? t.comma : ': '}${word}`))
}

/** One side of a change as people read it: `{ weight: 3044 }` as `weight 3,044`. */
export function formatFieldValue(value: unknown, t: Translate, nameOf: NameOf = nameInWords): string {
  const inner = (one: unknown) => formatFieldValue(one, t, nameOf)
  if (value === undefined || value === null) return t('change.nothing')
  if (typeof value === 'number') return t.exactNumber(value)
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no')
  if (typeof value === 'string') return nameOf(value)
  if (Array.isArray(value)) return value.length > 0 ? value.map(inner).join('; ') : t('value.none')
  return t.list(Object.entries(value).map(([name, one]) => `${columnInSentence(name, t)} ${inner(one)}`))
}
