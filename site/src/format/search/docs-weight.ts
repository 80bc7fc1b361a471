/**
 * How much a page of the docs counts in their search: a guide answers a question, a setting or an error is one line,
 * unless its very name was asked for.
 */
export function searchWeight(href: string, query: string): number {
  if (href.startsWith('/docs/guides/')) return 4
  const [, name] = href.split('#')
  if (name === undefined) return 1
  return name.toLowerCase() === query.toLowerCase() ? 16 : 0.25
}
