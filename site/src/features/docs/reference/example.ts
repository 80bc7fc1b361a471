import type { Endpoint } from '../../../../../data/api/model/endpoint.ts'
import type { ApiClient } from '../../../format/ask.ts'
import { exampleRequest } from './example-request.ts'
import { shortened } from './shorten.ts'

/** A request of an endpoint that was really made. */
export interface Example {
  readonly target: string
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The answer's JSON, shortened, or its text; undefined if it is bytes. */
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

/** Undefined if what it needs has not been seen yet. */
export async function exampleOf(endpoint: Endpoint, fetchApi: ApiClient): Promise<Example | undefined> {
  const target = await exampleRequest(endpoint, fetchApi)
  if (target === undefined) return undefined
  const { status, headers, json } = await fetchApi(target)
  return {
    target,
    status,
    headers: shownHeaders.flatMap((name) => (headers[name] ? [[name, headers[name]] as const] : [])),
    body: json === undefined || typeof json === 'string' ? json : shortened(json),
  }
}
