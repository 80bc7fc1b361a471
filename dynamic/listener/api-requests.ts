import type { Api } from '../../data/api/model/api.ts'
import { isStream, type CanonicalRequest, type KeyScope } from '../../data/api/model/endpoint.ts'
import type { LiveStore } from '../../data/api/model/live-store.ts'
import { isMetered } from '../../data/api/answer/metered.ts'
import { isLenient, methodNotAllowed } from '../../data/api/answer/methods.ts'
import { readRequest } from '../../data/api/request/request.ts'
import { parseTarget, type Target } from '../../data/api/request/target.ts'
import type { Generation } from '../catalog/generation.ts'
import { isUnknownPatch, type ServedCatalog } from '../catalog/served-catalog.ts'
import type { EventStreams } from '../events/event-streams.ts'
import type { Gate } from '../gate/gate.ts'
import type { LoadShedder } from '../gate/load-shedder.ts'
import type { OpenConnections } from '../gate/open-connections.ts'
import { maybeCatch, maybeFinally, maybeThen } from '../http/maybe-promise.ts'
import type { PreparedAnswer } from '../http/prepared-answer.ts'
import type { RequestContext } from '../http/request-context.ts'
import { sendAnswer } from '../http/send.ts'

interface ApiRequestsOptions {
  api: Api
  gate: Gate
  served: ServedCatalog
  live: LiveStore
  streams: Pick<EventStreams, 'open'>
  /** Limits responses that are generated while they are sent. */
  exports: Pick<OpenConnections, 'take'>
  load: LoadShedder
}

/** What is needed to answer an internal request, whose answer is not sent to a client. */
type AnswerOptions = Omit<ApiRequestsOptions, 'streams' | 'exports'>

/** Answers a request of the API. Returns a promise only if something has to be awaited. */
export type ApiRequests = (context: RequestContext) => void | Promise<void>

/** A request that was read, or the errors that it is refused with: they are thrown in the order of the checks. */
interface ReadResult {
  /** An invalid method or target: thrown before key and quota are checked. */
  readonly malformed?: Error
  readonly keyScope?: KeyScope
  /** An invalid path, parameter or patch: thrown last. */
  readonly invalid?: Error
  readonly request?: CanonicalRequest
}

const plainApiPath = /^\/v[12](?:[/?]|$)/

/** True for paths of the API, even if they are percent-encoded. */
export function isApiTarget(target: string): boolean {
  if (plainApiPath.test(target)) return true
  const [path = ''] = target.split('?', 1)
  if (!/^\/[^/]*%/.test(path)) return false
  try {
    return /^v[12]$/.test(parseTarget(path).segments[0] ?? '')
  } catch {
    return false
  }
}

/** Returns the handler of API requests: each is parsed at most once, unless it has to wait. */
export function apiRequests(options: ApiRequestsOptions): ApiRequests {
  const { api, gate, served, load } = options
  const handle = (context: RequestContext, found: Lookup) => {
    const { answer, read } = found
    if (answer && skipsGate(context, answer)) return sendFree(gate, context, answer)
    if (read.request && isStream(read.request.endpoint)) return openStream(options, context, found, read.request)
    return sendGated(options, context, found)
  }
  return (context) => {
    const { current } = served
    const cached = mayUseCache(context) ? current.cachedAnswer(context.target) : undefined
    if (cached && skipsGate(context, cached)) return sendFree(gate, context, cached)
    if (cached) {
      context.endpoint = cached.endpoint
      return sendGated(options, context, { current, read: unread, answer: cached })
    }
    // Most requests for rendered files have no query, and parsing one takes time.
    const found = context.target.includes('?') ? undefined : lookUp(api, current, context)
    if (found?.answer && skipsGate(context, found.answer)) return sendFree(gate, context, found.answer)
    const waiting = load.admit()
    if (!waiting) return handle(context, found ?? lookUp(api, current, context))
    // The catalog may have been replaced while the request waited.
    return waiting.then(() =>
      context.req.socket.destroyed ? undefined : handle(context, lookUp(api, served.current, context)),
    )
  }
}

/** Stands for a request whose answer is cached under its raw target, so that it is not read. */
const unread: ReadResult = {}

/** Whether the answer may be cached, or taken from the cache. */
const mayUseCache = ({ isRead, req }: RequestContext): boolean => isRead && req.headers.prefer === undefined

interface Lookup {
  readonly current: Generation
  readonly read: ReadResult
  /** A static or cached answer, which need not be computed. */
  readonly answer: PreparedAnswer | undefined
}

function lookUp(api: Api, current: Generation, context: RequestContext): Lookup {
  const read = readOnce(api, current, context)
  const answer = mayUseCache(context) && read.request ? staticAnswer(current, context, read.request) : undefined
  return { current, read, answer }
}

/** Whether an answer is sent without the gate: it costs no quota, and there is no key to verify. */
const skipsGate = ({ req }: RequestContext, { isFree }: PreparedAnswer): boolean =>
  isFree && req.headers['x-api-key'] === undefined

function sendFree(gate: Gate, context: RequestContext, answer: PreparedAnswer): void | Promise<void> {
  if (answer.file === undefined || isMetered(context.target)) gate.addQuotaHeaders(context)
  context.endpoint = answer.endpoint
  return sendAnswer(context, answer)
}

function readOnce(api: Api, { catalog }: Generation, context: RequestContext): ReadResult {
  let target: Target
  try {
    if (!context.isRead) throw methodNotAllowed(context.method)
    target = parseTarget(context.target)
  } catch (malformed) {
    return { malformed: malformed as Error }
  }
  const match = api.match(target.segments)
  context.endpoint = match?.endpoint.id
  const keyScope = match?.endpoint.keyScope
  try {
    const lenient = isLenient(String(context.req.headers.prefer ?? ''))
    return { keyScope, request: readRequest(api, target, catalog, lenient, match) }
  } catch (invalid) {
    return { keyScope, invalid: invalid as Error }
  }
}

function staticAnswer(current: Generation, context: RequestContext, request: CanonicalRequest) {
  const answer = current.staticAnswer(request)
  if (answer) current.cacheAnswer(context.target, answer)
  return answer
}

/** Answers an internal request of a caller, against whose quota it counts. Throws or rejects with a `Problem`. */
export type ApiAnswers = (context: RequestContext) => PreparedAnswer | Promise<PreparedAnswer>

export const apiAnswers =
  (options: AnswerOptions): ApiAnswers =>
  (context) => {
    const { current } = options.served
    const found = { current, read: readOnce(options.api, current, context), answer: undefined }
    return withGatedAnswer(options, context, found, (ready) => ready)
  }

function sendGated(options: ApiRequestsOptions, context: RequestContext, found: Lookup): void | Promise<void> {
  const { exports, load } = options
  return withGatedAnswer(options, context, found, (ready) => {
    if (ready.parts && context.method === 'GET') exports.take(context)
    const sent = sendAnswer(context, ready)
    // Only compression is counted: a stream lasts as long as its client takes to read it.
    const isStreamed = ready.parts !== undefined || ready.file !== undefined
    return sent && !isStreamed ? load.count(sent) : sent
  })
}

/** Opens a stream of events. The catalog is needed, and kept open, only until the stream has begun. */
async function openStream(
  { gate, streams }: ApiRequestsOptions,
  context: RequestContext,
  { current, read }: Lookup,
  request: CanonicalRequest,
): Promise<void> {
  const release = current.retain()
  try {
    await authorize(gate, context, read, false)
    await streams.open(context, request, current.catalog)
  } finally {
    release()
  }
}

/**
 * Checks key, quota, scope and origin, then passes the answer to `use`. Keeps the catalog open until `use` is done.
 * Creates no promise unless something has to be awaited: promises take a tenth of the time of a cached answer.
 */
function withGatedAnswer<T>(
  options: AnswerOptions,
  context: RequestContext,
  { current, read, answer }: Lookup,
  use: (ready: PreparedAnswer) => T | Promise<T>,
): T | Promise<T> {
  const releases = [current.retain()]
  return maybeFinally(
    () =>
      maybeThen(authorize(options.gate, context, read, answer?.isFree ?? false), () =>
        maybeThen(answer ?? makeAnswer(options, context, { current, read }, releases), use),
      ),
    () => releases.forEach((release) => release()),
  )
}

/** Makes the answer from the served catalog, or from a newer one, which it retains too, if only that has the patch. */
function makeAnswer(
  { api, served, live, load }: AnswerOptions,
  context: RequestContext,
  { current, read }: Omit<Lookup, 'answer'>,
  releases: (() => void)[],
): PreparedAnswer | Promise<PreparedAnswer> {
  return maybeCatch(
    () => countComputed(load, read, respond(context, read, live, current)),
    isUnknownPatch,
    async (error) => {
      const target = parseTarget(context.target)
      const newer = await served.findGeneration((patches) => readRequest(api, target, { patches }, true))
      if (!newer) throw error
      releases.push(newer.retain())
      return respond(context, readOnce(api, newer, context), live, newer)
    },
  )
}

/** Counts an answer that is computed on this thread. Live data is read on other threads, which have their own limit. */
const countComputed = <T>(load: LoadShedder, { request }: ReadResult, made: T | Promise<T>): T | Promise<T> =>
  made instanceof Promise && request?.endpoint.kind === 'catalog' ? load.count(made) : made

/** Checks key, quota, scope and origin. Reports an invalid target before errors of the gate, which still counts it. */
function authorize(gate: Gate, context: RequestContext, read: ReadResult, isFree: boolean): void | Promise<void> {
  const requireValid = () => {
    if (read.malformed) throw read.malformed
  }
  const requireScope = () => {
    requireValid()
    if (read.keyScope) gate.requireScope(context, read.keyScope)
  }
  if (!isMetered(context.target)) return requireScope()
  const admitted = maybeCatch(
    () => gate.admit(context, isFree),
    () => true,
    (refused) => {
      requireValid()
      throw refused
    },
  )
  return maybeThen(admitted, requireScope)
}

function respond(
  context: RequestContext,
  { request, invalid }: ReadResult,
  live: LiveStore,
  current: Generation,
): PreparedAnswer | Promise<PreparedAnswer> {
  if (!request) throw invalid ?? new Error('A request was neither read nor refused')
  return maybeThen(current.respond(request, live), (answer) => {
    // Cached answers are sent before the gate checks scopes; live and lenient ones depend on the moment or the client.
    const { kind, keyScope } = request.endpoint
    const isCached = kind !== 'live' && !keyScope && !answer.parts
    if (isCached && context.req.headers.prefer === undefined) current.cacheAnswer(context.target, answer)
    return answer
  })
}
