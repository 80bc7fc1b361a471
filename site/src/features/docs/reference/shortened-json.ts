const maxElements = 2
const maxFields = 26
const maxTextLength = 140

const maxLines = 300

/** Formats a value as JSON that fits on a page. Long lists, texts and objects are truncated; `…` says how much was left out. */
export function shortenedJson(value: unknown): string {
  const lines = linesOf(value).split('\n')
  if (lines.length <= maxLines) return lines.join('\n')
  return [...lines.slice(0, maxLines), `… ${lines.length - maxLines} more lines`].join('\n')
}

function linesOf(value: unknown, indent = ''): string {
  const inner = `${indent}  `
  if (typeof value === 'string')
    return JSON.stringify(value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const [open, close] = isList ? '[]' : '{}'
  const entries = Object.entries(value)
  if (entries.length === 0) return `${open}${close}`
  const isFlat = isList && value.every((one) => typeof one !== 'object') && JSON.stringify(value).length < 60
  if (isFlat) return `[${value.map((one) => JSON.stringify(one)).join(', ')}]`
  const max = isList ? maxElements : maxFields
  const lines = entries
    .slice(0, max)
    .map(([name, one]) => `${inner}${isList ? '' : `${JSON.stringify(name)}: `}${linesOf(one, inner)}`)
  if (entries.length > max) lines.push(`${inner}… ${entries.length - max} more`)
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}
