import type { Endpoint } from '../../../../data/api/endpoint.ts'
import type { Ask } from '../ask.ts'
import { exampleRequest } from './example-request.ts'
import { shortened } from './shorten.ts'

/** A request of an endpoint that was really made. */
export interface Example {
  readonly target: string
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The answer's JSON, shortened, or its text; nothing where it is bytes. */
  readonly body: string | undefined
}

export const exampleNote =
  'Really asked when this page was made, live data of the sample world where nothing else was seen; long lists are cut.'

const shown = [
  'content-type',
  'cache-control',
  'etag',
  'location',
  'x-patch-id',
  'x-patch-version',
  'x-data-age',
  'link',
]

/** Nothing where what it needs has not been seen yet. */
export async function exampleOf(endpoint: Endpoint, ask: Ask): Promise<Example | undefined> {
  const target = await exampleRequest(endpoint, ask)
  if (target === undefined) return undefined
  const { status, headers, json } = await ask(target)
  return {
    target,
    status,
    headers: shown.flatMap((name) => (headers[name] ? [[name, headers[name]] as const] : [])),
    body: json === undefined || typeof json === 'string' ? json : shortened(json),
  }
}
