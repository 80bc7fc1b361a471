import type { Endpoint } from '../../../../../data/api/model/endpoint.ts'
import { exampleValues, targetWith } from '../../../../../data/api/openapi/example-values.ts'
import type { ApiClient } from '../../../format/api-response.ts'

/** Parameters that make an example short and readable. */
const readableParams: Readonly<Record<string, string>> = { limit: '2', page_size: '2', rarity: 'epic' }

/** Returns a target of the endpoint for which the service has data now, or undefined if there is none. */
export async function exampleRequest(endpoint: Endpoint, fetchApi: ApiClient): Promise<string | undefined> {
  const [values] = await exampleValues(endpoint, async (target) => (await fetchApi(target)).json)
  if (!values) return undefined
  const readable = Object.entries(readableParams).filter(([name]) => endpoint.params[name] && endpoint.envelope)
  const locale =
    endpoint.params.locale && endpoint.params.locale.default === undefined ? [['locale', 'en'] as const] : []
  const interval = endpoint.params.interval ? [['interval', '1d'] as const] : []
  return targetWith(endpoint, values, [...readable, ...interval, ...locale])
}
