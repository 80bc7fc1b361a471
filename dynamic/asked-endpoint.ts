import type { IncomingMessage } from 'node:http'

const asked = Symbol('asked endpoint')
type Marked = IncomingMessage & { [asked]?: string }

/** Notes the id of the endpoint that answers a request, for metrics. */
export const setAskedEndpoint = (req: Marked, id: string | undefined): void => {
  if (id !== undefined) req[asked] = id
}

/** Nothing where the answer is a problem, or none of the API. */
export const askedEndpointOf = (req: Marked): string | undefined => req[asked]
