import { formatExactNumber, humanize, humanizeId } from '../../format/humanize.ts'

/** How what an id names is called. */
export type NameOf = (id: string) => string

/** `entries[id.item.ember_lantern_5001|rare].weight` as people read it: `Entries, Ember lantern 5001, rare: weight`. */
export function formatPath(path: string, nameOf: NameOf = humanizeId): string {
  const steps = path.match(/[^.[\]]+|\[[^\]]*\]/g) ?? []
  const formatKey = (key: string) =>
    key
      .slice(1, -1)
      .split('|')
      .map((part) => formatText(part, nameOf))
      .join(', ')
  const words = steps.map((step) => (step.startsWith('[') ? formatKey(step) : humanize(step).toLowerCase()))
  return humanize(words.reduce((text, word, at) => `${text}${steps[at]?.startsWith('[') ? ', ' : ': '}${word}`))
}

/** One side of a change as people read it: `{ weight: 3044 }` as `weight 3,044`. */
export function formatFieldValue(value: unknown, nameOf: NameOf = humanizeId): string {
  const inner = (one: unknown) => formatFieldValue(one, nameOf)
  if (value === undefined || value === null) return 'nothing'
  if (typeof value === 'number') return formatExactNumber(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return formatText(value, nameOf)
  if (Array.isArray(value)) return value.length > 0 ? value.map(inner).join('; ') : 'none'
  return Object.entries(value)
    .map(([name, one]) => `${humanize(name.replace(/_id$/, '')).toLowerCase()} ${inner(one)}`)
    .join(', ')
}

const formatText = (text: string, nameOf: NameOf) => (/^id\.[a-z_]+\./.test(text) ? nameOf(text) : text)
