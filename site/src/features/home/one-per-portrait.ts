import type { Row } from '../../format/api-response.ts'

/** Returns the first row with each portrait, in the order of the rows. Monsters of one archetype share a portrait. */
export function onePerPortrait(rows: readonly Row[]): Row[] {
  const first = new Map<string, Row>()
  for (const row of rows) {
    const { portrait_url: url } = row
    if (typeof url === 'string' && !first.has(url)) first.set(url, row)
  }
  return [...first.values()]
}
