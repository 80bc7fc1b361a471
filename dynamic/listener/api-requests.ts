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
import type { Load } from '../gate/load.ts'
import type { OpenConnections } from '../gate/open-connections.ts'
import { after, ending, recovering } from '../http/now-or-later.ts'
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
  load: Load
}

/** What an answer takes that is not sent to a client of its own. */
type Parts = Omit<ApiRequestsOptions, 'streams' | 'exports'>

/** Answers a request of the API. Returns a promise only if something has to be awaited. */
export type ApiRequests = (context: RequestContext) => void | Promise<void>

/** A request as far as it could be read, with its problems, which are thrown in the order of checks. */
interface ReadResult {
  /** An invalid method or target: thrown before key and quota are checked. */
  readonly malformed?: Error
  readonly keyScope?: KeyScope
  /** An invalid path, parameter or patch: thrown last. */
  readonly invalid?: Error
  readonly request?: CanonicalRequest
}

const plainApiPath = /^\/v[12](?:[/?]|$)/

/** True for the API's paths, percent-encoded ones too. */
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

/** Handles requests of the API: cached answer, rendered file, store or live store. Each is parsed once, unless it has to wait. */
export function apiRequests(options: ApiRequestsOptions): ApiRequests {
  const { api, gate, served, load } = options
  const answer = (context: RequestContext, found: LookUp) => {
    const { file, read } = found
    if (file && isFree(context, file)) return sendFree(gate, context, file)
    if (read.request && isStream(read.request.endpoint)) return openStream(options, context, found, read.request)
    return sendGated(options, context, found)
  }
  return (context) => {
    const { current } = served
    const hot = isPlain(context) ? current.hot(context.target) : undefined
    if (hot && isFree(context, hot)) return sendFree(gate, context, hot)
    if (hot) {
      context.endpoint = hot.endpoint
      return sendGated(options, context, { current, read: unread, file: hot })
    }
    // Most requests for rendered files have no query, and parsing one takes time.
    const found = context.target.includes('?') ? undefined : lookUp(api, current, context)
    if (found?.file && isFree(context, found.file)) return sendFree(gate, context, found.file)
    const waiting = load.admit()
    if (!waiting) return answer(context, found ?? lookUp(api, current, context))
    // The catalog may have been replaced meanwhile.
    return waiting.then(() =>
      context.req.socket.destroyed ? undefined : answer(context, lookUp(api, served.current, context)),
    )
  }
}

/** Of a request whose answer was found by its raw target. */
const unread: ReadResult = {}

/** Reads that may be answered from the cache. */
const isPlain = ({ isRead, req }: RequestContext): boolean => isRead && req.headers.prefer === undefined

interface LookUp {
  readonly current: Generation
  readonly read: ReadResult
  /** A rendered file, or a cached answer. */
  readonly file: PreparedAnswer | undefined
}

function lookUp(api: Api, current: Generation, context: RequestContext): LookUp {
  const read = readOnce(api, current, context)
  return { current, read, file: isPlain(context) && read.request ? fileOf(current, context, read.request) : undefined }
}

/** Free answers cost no quota, but a key is verified first. */
const isFree = ({ req }: RequestContext, { free }: PreparedAnswer): boolean =>
  free && req.headers['x-api-key'] === undefined

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

function fileOf(current: Generation, context: RequestContext, request: CanonicalRequest): PreparedAnswer | undefined {
  const file = current.file(request)
  if (file) current.keep(context.target, file)
  return file
}

/** The answer to an internal request on behalf of a caller, counted against its quota. Throws or rejects with a `Problem`. */
export type ApiAnswers = (context: RequestContext) => PreparedAnswer | Promise<PreparedAnswer>

export const apiAnswers =
  (parts: Parts): ApiAnswers =>
  (context) => {
    const { current } = parts.served
    const found = { current, read: readOnce(parts.api, current, context), file: undefined }
    return withGatedAnswer(parts, context, found, (ready) => ready)
  }

function sendGated(options: ApiRequestsOptions, context: RequestContext, found: LookUp): void | Promise<void> {
  const { exports, load } = options
  return withGatedAnswer(options, context, found, (ready) => {
    if (ready.parts && context.method === 'GET') exports.take(context)
    const sent = sendAnswer(context, ready)
    // Compression is counted; a stream lasts as long as its client takes to read it.
    const isStreamed = ready.parts !== undefined || ready.file !== undefined
    return sent && !isStreamed ? load.count(sent) : sent
  })
}

/** The catalog is read before the stream begins; the stream does not hold it open. */
async function openStream(
  { gate, streams }: ApiRequestsOptions,
  context: RequestContext,
  { current, read }: LookUp,
  request: CanonicalRequest,
): Promise<void> {
  const release = current.hold()
  try {
    await judge(gate, context, read, false)
    await streams.open(context, request, current.catalog)
  } finally {
    release()
  }
}

/**
 * Checks key, quota, scope and origin before it answers: at once where nothing has to be awaited, because promises took
 * a tenth of the time of a cached answer. The catalog is kept open until `use` is done, even during an import.
 */
function withGatedAnswer<T>(
  parts: Parts,
  context: RequestContext,
  { current, read, file }: LookUp,
  use: (ready: PreparedAnswer) => T | Promise<T>,
): T | Promise<T> {
  const releases = [current.hold()]
  return ending(
    () =>
      after(judge(parts.gate, context, read, file?.free ?? false), () =>
        after(file ?? makeAnswer(parts, context, { current, read }, releases), use),
      ),
    () => releases.forEach((release) => release()),
  )
}

/** The answer of the catalog that is served; of a newer one where that alone knows the patch, which is held too. */
function makeAnswer(
  { api, served, live, load }: Parts,
  context: RequestContext,
  { current, read }: Omit<LookUp, 'file'>,
  releases: (() => void)[],
): PreparedAnswer | Promise<PreparedAnswer> {
  return recovering(
    () => counted(load, read, respond(context, read, live, current)),
    isUnknownPatch,
    async (error) => {
      const target = parseTarget(context.target)
      const newer = await served.newer((patches) => readRequest(api, target, { patches }, true))
      if (!newer) throw error
      releases.push(newer.hold())
      return respond(context, readOnce(api, newer, context), live, newer)
    },
  )
}

/** What the live store reads is read on other threads, which have a bound of their own. */
const counted = <T>(load: Load, { request }: ReadResult, made: T | Promise<T>): T | Promise<T> =>
  made instanceof Promise && request?.endpoint.kind === 'catalog' ? load.count(made) : made

/** An invalid target is reported before errors of the gate, which counts the request nonetheless. */
function judge(gate: Gate, context: RequestContext, read: ReadResult, isFree: boolean): void | Promise<void> {
  const requireValid = () => {
    if (read.malformed) throw read.malformed
  }
  const requireScope = () => {
    requireValid()
    if (read.keyScope) gate.requireScope(context, read.keyScope)
  }
  if (!isMetered(context.target)) return requireScope()
  const admitted = recovering(
    () => gate.admit(context, isFree),
    () => true,
    (refused) => {
      requireValid()
      throw refused
    },
  )
  return after(admitted, requireScope)
}

function respond(
  context: RequestContext,
  { request, invalid }: ReadResult,
  live: LiveStore,
  current: Generation,
): PreparedAnswer | Promise<PreparedAnswer> {
  if (!request) throw invalid ?? new Error('A request was neither read nor refused')
  return after(current.respond(request, live), (answer) => {
    // Cached answers are sent before the gate checks scopes; live and lenient ones depend on the moment or the client.
    const { kind, keyScope } = request.endpoint
    const isKept = kind !== 'live' && !keyScope && !answer.parts
    if (isKept && context.req.headers.prefer === undefined) current.keep(context.target, answer)
    return answer
  })
}
