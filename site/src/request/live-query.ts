import type { Api } from '../../../data/api/model/api.ts'
import { pageParams } from './at-patch.ts'

/** The query of a live list's API call, from a page's: empty fields are none, and what is only the page's is left out. */
export function apiQuery(given: URLSearchParams, without: readonly string[] = []): URLSearchParams {
  return new URLSearchParams(
    [...given].filter(([name, value]) => value.trim() !== '' && !pageParams.has(name) && !without.includes(name)),
  )
}

/** The query of a live page's address with one parameter changed, or left out, from the first page on. */
export const changedQuery = (given: URLSearchParams, name: string, value?: string): Record<string, string> => ({
  ...Object.fromEntries(apiQuery(given, [name, 'page'])),
  ...(value !== undefined && { [name]: value }),
})

/** `apiQuery` for the list of this id, of which a page holds no more rows than it has by default: some rows ask for more. */
export function listQuery(
  { endpoints }: Pick<Api, 'endpoints'>,
  id: string,
  given: URLSearchParams,
  without?: readonly string[],
): URLSearchParams {
  const query = apiQuery(given, without)
  const max = endpoints.find((endpoint) => endpoint.id === id)?.envelope?.limits.default ?? Infinity
  for (const size of ['limit', 'page_size']) if (Number(query.get(size)) > max) query.delete(size)
  return query
}

/** With commas as they are: lists of values can be read. */
export const queryText = (query: URLSearchParams): string => String(query).replaceAll('%2C', ',')

export const targetOf = (path: string, query: URLSearchParams): string =>
  query.size > 0 ? `${path}?${queryText(query)}` : path
