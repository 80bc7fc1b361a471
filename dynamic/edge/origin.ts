import { decodedEtag } from '../../data/api/answer/http/etags.ts'
import type { OriginAnswer } from './shared-answers.ts'

export interface OriginOptions {
  /** `https://origin.example`; undefined if there is no origin. */
  url: string | undefined
  timeoutMilliseconds: number
  fetch: typeof fetch
}

/**
 * For the callback of a sign-in: the service sends two requests to the provider, of up to ten seconds each, and a code
 * is valid only once.
 */
const signInMilliseconds = 30_000

/** The origin is down or too slow, or a proxy in front of it reports that. */
export class OriginError extends Error {
  override name = 'OriginError'
}

/** Headers that belong to the connection or the platform, not to the message. */
const hopByHop =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|accept-encoding|content-length|forwarded|x-forwarded-.*|x-real-ip|x-nf-.*|cdn-loop|via)$/
const notPassedBack = /^(connection|keep-alive|transfer-encoding|content-encoding|content-length)$/

/** The dynamic service behind the edge. */
export class Origin {
  readonly #options: OriginOptions

  constructor(options: OriginOptions) {
    this.#options = options
  }

  /** Requests a public response: of the client's request, only the target is forwarded. Rejects with `OriginError`. */
  async fetchShared(target: string, address: string | undefined): Promise<OriginAnswer> {
    const signal = AbortSignal.timeout(this.#options.timeoutMilliseconds)
    const response = await this.#fetch(target, { headers: forwardedFor(address, new Headers()), signal })
    try {
      return { status: response.status, headers: passedBack(response), body: await response.arrayBuffer() }
    } catch (error) {
      throw new OriginError('The origin broke off', { cause: error })
    }
  }

  /** Forwards a request and resolves to its response, both unchanged. Rejects with `OriginError`. */
  async pass(request: Request, address: string | undefined): Promise<Response> {
    const url = new URL(request.url)
    const headers = new Headers([...request.headers].filter(([name]) => !hopByHop.test(name)))
    headers.set('x-forwarded-proto', url.protocol.slice(0, -1))
    headers.set('x-forwarded-host', url.host)
    const { method, body } = request
    const sent = { method, headers: forwardedFor(address, headers), ...(body && { body, duplex: 'half' as const }) }
    // The time-out is for the headers; the body may take longer.
    const slow = new AbortController()
    const { timeoutMilliseconds } = this.#options
    const isSignIn = url.pathname === '/account/callback'
    const timer = setTimeout(
      () => slow.abort(),
      isSignIn ? Math.max(timeoutMilliseconds, signInMilliseconds) : timeoutMilliseconds,
    )
    const response = await this.#fetch(url.pathname + url.search, { ...sent, signal: slow.signal }).finally(() =>
      clearTimeout(timer),
    )
    return new Response(response.body, { status: response.status, headers: passedBack(response) })
  }

  async #fetch(target: string, init: RequestInit): Promise<Response> {
    const { url, fetch } = this.#options
    if (!url) throw new OriginError('There is no origin')
    let response: Response
    try {
      response = await fetch(new URL(url).origin + target, { ...init, redirect: 'manual' })
    } catch (error) {
      throw new OriginError('The origin does not answer', { cause: error })
    }
    // Errors of the service are problems; others come from a proxy in front of it.
    const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') ?? false
    if ([502, 503, 504].includes(response.status) && !isProblem)
      throw new OriginError(`A proxy says ${response.status}`)
    return response
  }
}

/**
 * Sets the client's address. The service trusts it (TRUST_PROXY=1), so addresses that the client claims are not passed
 * on.
 */
function forwardedFor(address: string | undefined, headers: Headers): Headers {
  if (address) headers.set('x-forwarded-for', address)
  return headers
}

/**
 * Returns the headers for the client. The body was decompressed on the way, so its ETag becomes that of the identity
 * encoding.
 */
function passedBack({ headers: given }: Response): Headers {
  const headers = new Headers([...given].filter(([name]) => !notPassedBack.test(name)))
  const etag = headers.get('etag')
  if (etag !== null) headers.set('etag', decodedEtag(etag))
  return headers
}
