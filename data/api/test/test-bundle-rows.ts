import fc from 'fast-check'
import type { Column } from '../model/columns.ts'
import type { Resource } from '../model/resource.ts'

/** Values on both sides of the limits of what columns accept. */
const borders: readonly unknown[] = [
  ...['', 'a', 'id.item.', '/a.png', 'assets/a.png', 'assets/../a', 'flat'],
  ...[0, -0, 1, 1.5, -1, 2 ** 53 - 1, 2 ** 53, Infinity, -Infinity, NaN, true, false],
  ...['2026-11-21T08:00:00Z', '2026-11-21T08:00:00', '2026-02-30T08:00:00Z', '2026-11-21'],
  ...[[], [''], ['a', 'b'], ['a', 1], [1, 2], [1.5], {}, { order: 1 }, [{ item_id: 'a', weight: 1 }], [{ key: 'a' }]],
]

export const bundleValues = fc.oneof(fc.constantFrom(...borders, null), fc.jsonValue())

/** Lines of a resource's bundle file; most have only valid values. */
export function bundleRows(resource: Resource): fc.Arbitrary<Record<string, unknown>> {
  const declared = Object.entries(resource.columns).filter(([name]) => !name.endsWith('*'))
  const fields = Object.fromEntries(declared.map(([name, column]) => [name, valuesOf(column)]))
  return fc.record(fields, { requiredKeys: [...resource.key], noNullPrototype: true })
}

function valuesOf({ schema, kind }: Column): fc.Arbitrary<unknown> {
  const valid = [...borders, `id.${kind ?? 'odd'}.x`].filter((value) => schema.safeParse(value).success)
  return fc.oneof({ weight: 100, arbitrary: fc.constantFrom(...valid) }, { weight: 1, arbitrary: bundleValues })
}
