import type { Row } from '../format/api-response.ts'
import type { Reference, RowLookup, RowSummary } from '../request/row-lookup.ts'

interface TestLookupOptions {
  readonly summaries?: readonly RowSummary[]
  /** By the id that is mentioned. */
  readonly references?: Readonly<Record<string, readonly Reference[]>>
  readonly rows?: Readonly<Record<string, Row>>
}

/** A reference as tests need it: of a column of the row itself. */
export const reference = (from: RowSummary, column: string, row: Row = {}): Reference => ({
  from,
  column,
  within: row,
  row,
})

/** A lookup in these rows and references alone. */
export function testLookup({ summaries = [], references = {}, rows = {} }: TestLookupOptions): RowLookup {
  const all = (path: string) => summaries.filter(({ list }) => list === path)
  return {
    all,
    count: (path) => all(path).length,
    find: (id) => summaries.find((one) => one.id === id),
    load: () => Promise.resolve(),
    ofArchetype: () => [],
    bounds: () => Promise.resolve(new Map()),
    referencesTo: (id) => references[id] ?? [],
    referencesIn: (paths, id) => (references[id] ?? []).filter(({ from }) => paths.includes(from.list)),
    rowOf: (id) => rows[id],
    positionOf: () => undefined,
  }
}
