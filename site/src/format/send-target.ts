/** Begins the names of a form's fields, so that none is a parameter of the page that they are sent to. */
export const fieldPrefix = 'arg.'

/** What a form of an endpoint's parameters gives: names with values, of which those of the path are among. */
type GivenValues = Iterable<readonly [name: string, value: string]>

/**
 * The target that a form asks for: `/v2/items/{id}` with `id` and `locale` to `/v2/items/id.item.a?locale=de`. Fields
 * that were left empty are none. Undefined if a part of the path is missing.
 */
export function sendTarget(path: string, given: GivenValues): string | undefined {
  const values = [...given]
    .map(
      ([name, value]) => [name.startsWith(fieldPrefix) ? name.slice(fieldPrefix.length) : name, value.trim()] as const,
    )
    .filter(([, value]) => value !== '')
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))
  const byName = new Map(values)
  if ([...inPath].some((name) => !byName.has(name))) return undefined
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(byName.get(name) ?? ''))
  const query = new URLSearchParams(values.filter(([name]) => !inPath.has(name)).map(([name, value]) => [name, value]))
  return query.size > 0 ? `${filled}?${query}` : filled
}
