import { ParseError } from '../../../../../data/api/model/values/codecs.ts'
import type { Endpoint } from '../../../../../data/api/model/endpoint.ts'
import { queryText } from '../../../request/live-query.ts'

/**
 * Joins repeated parameters of filters, which forms send for several values, to one parameter with commas, as the API expects
 * it. Returns a relative URL that starts with `?`, or undefined if no filter is repeated.
 */
export function joinedQuery({ filters }: Pick<Endpoint, 'filters'>, given: URLSearchParams): string | undefined {
  const repeated = filters.filter(({ param, operator }) => operator === 'oneOf' && given.getAll(param).length > 1)
  if (repeated.length === 0) return undefined
  const query = new URLSearchParams(given)
  for (const { param, codec } of repeated) {
    const values = given.getAll(param).filter((value) => value !== '')
    const joined = values.join(',')
    const read = codec.read(joined)
    if (values.length === 0) query.delete(param)
    else query.set(param, read instanceof ParseError ? joined : codec.write(read))
  }
  return `?${queryText(query)}`
}
