import { isSharedTarget } from '../../data/api/answer/cors.ts'
import type { Api } from '../../data/api/model/api.ts'
import { Problem } from '../../data/api/model/values/errors.ts'
import { isLenient, methodNotAllowed } from '../../data/api/answer/methods.ts'
import { maxTargetLength } from '../../data/api/request/target.ts'
import { EdgeReply } from './edge-reply.ts'
import { Origin, OriginError, type OriginOptions } from './origin.ts'
import { PublishedTree, type FetchFile } from './published-tree.ts'
import { SharedAnswers, type AnswerCache, type CachedAnswer } from './shared-answers.ts'
import { netlifyVary, sharedTarget } from './shared-target.ts'
import { answerFromTree, pageFromTree } from './tree-answers.ts'
import { decideRoute, type RoutingDecision } from './routing-decision.ts'

export interface EdgeOptions {
  api: Api
  fetchFile: FetchFile
  origin: OriginOptions
  /** Without it no answer of the origin is cached. */
  cache?: AnswerCache
  /** Quota of requests per minute without a key, as shown in headers. */
  anonymousLimit: number
  /** How long the manifest is cached. */
  manifestMilliseconds: number
  now?: () => number
  onError?: (error: unknown) => void
}

interface Caller {
  /** The client's address, as known by the platform. */
  readonly address?: string
}

/** Answers a request to the CDN. */
export type Edge = (request: Request, caller?: Caller) => Promise<Response>

type ByOrigin = Extract<RoutingDecision, { by: 'origin' }>

const apiPath = /^\/v[12](\/|$)/

/**
 * Creates the router of the CDN. It answers from the published tree if possible, caches public responses of the origin,
 * and passes everything else on. It never rejects: requests that fail unexpectedly are passed to the origin too.
 */
export function createEdge(options: EdgeOptions): Edge {
  const { api, now = Date.now, onError } = options
  const tree = new PublishedTree(options.fetchFile, now, options.manifestMilliseconds)
  const parts = { origin: new Origin(options.origin), answers: new SharedAnswers(options.cache, now) }
  return async (request, { address } = {}) => {
    const reply = new EdgeReply(request, { limit: options.anonymousLimit, now })
    const { pathname, search } = new URL(request.url)
    if (request.method === 'OPTIONS' && isSharedTarget(pathname)) return reply.preflight()
    if (!apiPath.test(pathname)) {
      const page = reply.isRead && search === '' ? await pageFromTree(tree, pathname, options, reply) : undefined
      return page ?? forwardToOrigin(parts.origin, request, address, reply)
    }
    if (!reply.isRead) return reply.problem(methodNotAllowed(request.method))
    const decision = await decideRoute(
      api,
      tree,
      pathname + search,
      isLenient(request.headers.get('prefer') ?? ''),
    ).catch((error: unknown): ByOrigin => {
      onError?.(error)
      return { by: 'origin' }
    })
    if (decision.by === 'tree') {
      const answer = await answerFromTree(decision, options.fetchFile, reply)
      if (answer) return answer
    }
    // A key is checked before parameters and ids, and only the origin can do that.
    const hasKey = request.headers.has('x-api-key')
    if (decision.by === 'problem' && !hasKey) return reply.problem(decision.problem)
    const { shared, otherwise }: ByOrigin = decision.by === 'origin' ? decision : { by: 'origin' }
    const canonicalTarget = shared && sharedTarget(shared.request, shared.target)
    const isPrivate = hasKey || request.headers.has('prefer') || request.headers.has('authorization')
    // The canonical encoding can be longer than the target that was sent.
    if (!canonicalTarget || isPrivate || canonicalTarget.length > maxTargetLength)
      return forwardToOrigin(parts.origin, request, address, reply, otherwise)
    return sharedAnswer(parts, { ...shared, canonicalTarget }, address, reply, otherwise)
  }
}

async function forwardToOrigin(
  origin: Origin,
  request: Request,
  address: string | undefined,
  reply: EdgeReply,
  otherwise?: Problem,
): Promise<Response> {
  try {
    const response = await origin.pass(request, address)
    response.headers.set('netlify-cdn-cache-control', 'no-store')
    return response
  } catch (error) {
    if (!(error instanceof OriginError)) throw error
    return reply.problem(otherwise ?? unavailable())
  }
}

async function sharedAnswer(
  { origin, answers }: { origin: Origin; answers: SharedAnswers },
  { request, canonicalTarget, state }: NonNullable<ByOrigin['shared']> & { readonly canonicalTarget: string },
  address: string | undefined,
  reply: EdgeReply,
  otherwise?: Problem,
): Promise<Response> {
  const vary = netlifyVary(request)
  // A separate cache for each state of the catalog, so an import takes effect immediately.
  const key = `https://${state.slice(0, 40)}.invalid${canonicalTarget}`
  const cached = await answers.get(key)
  if (cached?.isFresh) return cachedResponse(cached, vary, reply)
  try {
    const answer = await origin.fetchShared(canonicalTarget, address)
    await answers.put(key, answer, vary)
    return reply.forward(answer, { 'netlify-vary': vary })
  } catch (error) {
    if (!(error instanceof OriginError)) throw error
    return cached ? cachedResponse(cached, vary, reply) : reply.problem(otherwise ?? unavailable())
  }
}

function cachedResponse(cached: CachedAnswer, vary: string, reply: EdgeReply): Response {
  const { ageSeconds, headers } = cached
  const dataAge = headers.get('x-data-age')
  return reply.forward(cached, {
    ...reply.quotaHeaders(),
    'netlify-vary': vary,
    age: String(ageSeconds),
    // The observations have aged like the cached answer.
    ...(dataAge !== null && { 'x-data-age': String(Number(dataAge) + ageSeconds) }),
  })
}

const unavailable = () =>
  new Problem(
    'unavailable',
    'This needs the service behind the edge, which does not answer now. Ask again in a while.',
    {
      headers: { 'retry-after': '10' },
    },
  )
