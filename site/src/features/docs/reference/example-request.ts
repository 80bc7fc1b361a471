import type { Endpoint } from '../../../../../data/api/model/endpoint.ts'
import { exampleValues, targetWith } from '../../../../../data/api/openapi/example-values.ts'
import type { ApiClient } from '../../../format/ask.ts'

/** Parameters that make an example short and readable. */
const niceties: Readonly<Record<string, string>> = { limit: '2', page_size: '2', rarity: 'epic' }

/** A target of the endpoint that answers 200 with what is served now; undefined if there is no such row. */
export async function exampleRequest(endpoint: Endpoint, fetchApi: ApiClient): Promise<string | undefined> {
  const [values] = await exampleValues(endpoint, async (target) => (await fetchApi(target)).json)
  if (!values) return undefined
  const nice = Object.entries(niceties).filter(([name]) => endpoint.params[name] && endpoint.envelope)
  const locale =
    endpoint.params.locale && endpoint.params.locale.default === undefined ? [['locale', 'en'] as const] : []
  const interval = endpoint.params.interval ? [['interval', '1d'] as const] : []
  return targetWith(endpoint, values, [...nice, ...interval, ...locale])
}
