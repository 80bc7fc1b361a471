import type { ProblemCode } from '../model/values/errors.ts'

interface ProblemHelp {
  /** When the API answers with it. */
  readonly when: string
  /** What the caller can do about it. */
  readonly remedy: string
}

/** The help text of each code, as on the page `/errors#<code>`. */
export const problemHelp: Readonly<Record<ProblemCode, ProblemHelp>> = {
  invalid_parameter: {
    when: 'A query parameter is unknown, given twice, missing though required, or has a value that it cannot have. `errors` names every validation error of the request at once, with the values that are allowed and the name that was probably meant.',
    remedy:
      'Correct each parameter listed in `errors`. To have unknown parameters ignored instead, send `Prefer: handling=lenient`; they are then listed in `X-Ignored-Parameters`.',
  },
  bad_request: {
    when: 'The request target itself is malformed: a broken percent escape, dot segments, an empty name, or characters that no URL may hold.',
    remedy: 'Build URLs with a URL library (`URL`, `URLSearchParams`, `urllib.parse`) instead of joining texts.',
  },
  unauthenticated: {
    when: 'The endpoint needs a key and none was sent, or the key in `X-Api-Key` is malformed, unknown, expired or revoked. An invalid key is refused on every endpoint but that of assets, even on those that need none.',
    remedy: 'Send a valid key in the header `X-Api-Key`. Leave the header out where no key is needed.',
  },
  insufficient_scope: {
    when: 'The key is valid, but does not have the scope that the endpoint requires.',
    remedy: 'Create a key with that scope; scopes other than `tooltips` are given by the operator.',
  },
  origin_not_allowed: {
    when: 'The key is bound to origins, and the `Origin` header of the request is missing or not among them.',
    remedy: 'Create a key with the origin of your site. For calls from a server use a key without origins.',
  },
  not_found: {
    when: 'No endpoint has this path, or no row has this id at the requested patch.',
    remedy:
      'Check the path against the reference and the id against the list. A row may exist in other patches only: its `/history` tells in which.',
  },
  unknown_patch: {
    when: 'No imported patch has this id, version or raw version, the branch is unknown, or nothing was imported yet.',
    remedy:
      'Take a value from `/v2/patches` (with `branch` for branches other than main), or leave it out: the current patch is answered.',
  },
  method_not_allowed: {
    when: 'The method is not GET, HEAD or OPTIONS; at `/mcp`, it is not POST.',
    remedy: 'Use GET. This API is read-only; keys are managed on the site.',
  },
  request_timeout: {
    when: 'The request did not arrive completely in time.',
    remedy: 'Send it again. If it happens often, check the connection or the proxy in between.',
  },
  payload_too_large: {
    when: 'The body is larger than the service accepts.',
    remedy:
      'Requests of this API have no body. A message to `/mcp` may have 64 KB. Send observations in smaller parts.',
  },
  unsupported_media_type: {
    when: 'The body has a media type that the endpoint does not accept.',
    remedy: 'Send observations as `application/x-ndjson`, plain or gzip; forms of the account as the site sends them.',
  },
  range_not_satisfiable: {
    when: 'The `Range` of the request begins beyond the end of the file.',
    remedy: '`Content-Range` says how many bytes there are. Request a range within them, or the whole file.',
  },
  rate_limited: {
    when: 'The quota of the address, or of the account whose key was sent, is used up, or the address has too many streams of events or files (`format`) open at once, or has sent more than 20 invalid keys or begun more than 20 sign-ins in a minute. Assets are free and never limited, and so are rendered files where the service has them.',
    remedy:
      'Wait for the number of seconds in `Retry-After`, then send requests less often; `RateLimit` says on every answer what is left. Send `If-None-Match`, keep answers as long as `Cache-Control` allows, or use a key for a higher quota.',
  },
  header_too_large: {
    when: 'The request line or the headers are larger than the server accepts.',
    remedy: 'Send fewer or shorter headers; cookies are not needed here.',
  },
  internal_error: {
    when: 'An error of this service.',
    remedy: 'Try again in a moment. If the error persists, report the `request_id` of the answer.',
  },
  unavailable: {
    when: 'The service is shutting down or overloaded, or something that it needs for this answer, such as its database, does not respond.',
    remedy: 'Try again after the seconds in `Retry-After`.',
  },
}
