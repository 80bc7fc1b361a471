import type { Endpoint } from '../../../../../data/api/model/endpoint.ts'
import type { ApiClient } from '../../../format/api-response.ts'
import { exampleRequest } from './example-request.ts'
import { shortenedJson } from './shortened-json.ts'

/** A request to an endpoint and its real response. */
export interface Example {
  readonly target: string
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Shortened JSON, or text; undefined if the response is bytes. */
  readonly body: string | undefined
}

export const exampleNote =
  'A real response, requested when this page was generated. Where no live data was available, it is from the sample world. Long lists are shortened.'

const shownHeaders = [
  'content-type',
  'cache-control',
  'etag',
  'location',
  'x-patch-id',
  'x-patch-version',
  'x-data-age',
  'link',
]

/** Sends an example request. Returns undefined if the data that it needs has not been observed yet. */
export async function exampleOf(endpoint: Endpoint, fetchApi: ApiClient): Promise<Example | undefined> {
  const target = await exampleRequest(endpoint, fetchApi)
  if (target === undefined) return undefined
  const { status, headers, json } = await fetchApi(target)
  return {
    target,
    status,
    headers: shownHeaders.flatMap((name) => (headers[name] ? [[name, headers[name]] as const] : [])),
    body: json === undefined || typeof json === 'string' ? json : shortenedJson(json),
  }
}
