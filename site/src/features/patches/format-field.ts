import { columnLabel, humanize, humanizeId } from '../../format/humanize.ts'
import type { Translate } from '../../messages/translate.ts'

/** How what an id names is called. */
export type NameOf = (id: string) => string

/** A column within a sentence. */
export const wordOf = (column: string, t: Translate): string =>
  t.find(`change.${column}`) ?? lowerFirst(columnLabel(t, column), t.locale)

/** Nouns keep their capital in German. */
const lowerFirst = (text: string, locale: string) =>
  locale === 'de' ? text : text.charAt(0).toLocaleLowerCase(locale) + text.slice(1)

/** `entries[id.item.ember_lantern_5001|rare].weight` as people read it: `Entries, Ember lantern 5001, rare: weight`. */
export function formatPath(path: string, t: Translate, nameOf: NameOf = humanizeId): string {
  const steps = path.match(/[^.[\]]+|\[[^[\]]*\]/g) ?? []
  const formatKey = (key: string) =>
    key
      .slice(1, -1)
      .split('|')
      .map((part) => formatText(part, nameOf))
      .join(', ')
  const words = steps.map((step) => (step.startsWith('[') ? formatKey(step) : wordOf(step, t)))
  return humanize(words.reduce((text, word, at) => `${text}${steps[at]?.startsWith('[') ? ', ' : ': '}${word}`))
}

/** One side of a change as people read it: `{ weight: 3044 }` as `weight 3,044`. */
export function formatFieldValue(value: unknown, t: Translate, nameOf: NameOf = humanizeId): string {
  const inner = (one: unknown) => formatFieldValue(one, t, nameOf)
  if (value === undefined || value === null) return t('change.nothing')
  if (typeof value === 'number') return t.exactNumber(value)
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no')
  if (typeof value === 'string') return formatText(value, nameOf)
  if (Array.isArray(value)) return value.length > 0 ? value.map(inner).join('; ') : t('value.none')
  return Object.entries(value)
    .map(([name, one]) => `${wordOf(name, t)} ${inner(one)}`)
    .join(', ')
}

const formatText = (text: string, nameOf: NameOf) => (/^id\.[a-z_]+\./.test(text) ? nameOf(text) : text)
