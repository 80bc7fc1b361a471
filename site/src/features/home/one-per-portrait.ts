import type { Row } from '../../format/api-response.ts'

/** The first row of each portrait, in the order of the rows: monsters of one archetype share one. */
export function onePerPortrait(rows: readonly Row[]): Row[] {
  const first = new Map<string, Row>()
  for (const row of rows) {
    const { portrait_url: url } = row
    if (typeof url === 'string' && !first.has(url)) first.set(url, row)
  }
  return [...first.values()]
}
