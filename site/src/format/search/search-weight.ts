/** Weight of a page in the search of the docs: guides count most, and settings and errors least unless the query is their name. */
export function searchWeight(href: string, query: string): number {
  if (href.startsWith('/docs/guides/')) return 4
  const [, name] = href.split('#')
  if (name === undefined) return 1
  return name.toLowerCase() === query.toLowerCase() ? 16 : 0.25
}
