/** Prefix of the names of a form's fields, so that they do not collide with parameters of the page that receives them. */
export const fieldPrefix = 'arg.'

/** The fields of a form with an endpoint's parameters, including those of the path. */
type GivenValues = Iterable<readonly [name: string, value: string]>

/**
 * Returns the API target of a form: `/v2/items/{id}` with `id` and `locale` becomes `/v2/items/id.item.a?locale=de`.
 * Empty fields are ignored. Returns undefined if a path parameter is missing.
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
