import { pageParams } from './at-patch.ts'

/** The query of a live list's API call, from a page's: empty fields are none, and what is only the page's is left out. */
export function apiQuery(given: URLSearchParams, without: readonly string[] = []): URLSearchParams {
  return new URLSearchParams(
    [...given].filter(([name, value]) => value.trim() !== '' && !pageParams.has(name) && !without.includes(name)),
  )
}

export const targetOf = (path: string, query: URLSearchParams): string => (query.size > 0 ? `${path}?${query}` : path)
