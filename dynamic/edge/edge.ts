import { validatedHeaders } from '../../data/api/api-headers.ts'
import type { Api } from '../../data/api/api.ts'
import { Problem } from '../../data/api/errors.ts'
import { isLenient, methodNotAllowed, preflightHeaders } from '../../data/api/methods.ts'
import { pageFile, pageHeadersOf, pagesFolder, pageType } from '../../data/api/page-files.ts'
import type { Route } from '../../data/api/route.ts'
import { EdgeReply } from './edge-reply.ts'
import { Origin, OriginError, type OriginOptions } from './origin.ts'
import { PublishedTree, type FetchFile } from './published-tree.ts'
import { SharedAnswers, type AnswerCache, type KeptAnswer } from './shared-answers.ts'
import { netlifyVary, sharedTarget } from './shared-target.ts'
import { judge, type Verdict } from './verdict.ts'

export interface EdgeOptions {
  api: Api
  fetchFile: FetchFile
  origin: OriginOptions
  /** Without it nothing of the origin is kept. */
  cache?: AnswerCache
  /** Requests a minute without a key, as the headers tell them. */
  anonymousLimit: number
  /** How long the manifest is believed. */
  manifestMilliseconds: number
  now?: () => number
  onError?: (error: unknown) => void
}

export interface Caller {
  /** The client's, as the platform knows it. */
  readonly address?: string
}

export type Edge = (request: Request, caller?: Caller) => Promise<Response>

type ByOrigin = Extract<Verdict, { by: 'origin' }>

const apiPath = /^\/v[12](\/|$)/

/**
 * The CDN's router: answers from the published tree what can be, shares what the origin says to everybody, passes the rest
 * on. It rejects never: what nobody expected goes to the origin too.
 */
export function createEdge(options: EdgeOptions): Edge {
  const { api, now = Date.now, onError } = options
  const tree = new PublishedTree(options.fetchFile, now, options.manifestMilliseconds)
  const parts = { origin: new Origin(options.origin), answers: new SharedAnswers(options.cache, now) }
  return async (request, { address } = {}) => {
    const reply = new EdgeReply(request, { limit: options.anonymousLimit, now })
    const { pathname, search } = new URL(request.url)
    if (!apiPath.test(pathname)) {
      const page = reply.isRead && search === '' ? await pageOf(tree, pathname, options, reply) : undefined
      return page ?? passed(parts.origin, request, address, reply)
    }
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: preflightHeaders })
    if (!reply.isRead) return reply.problem(methodNotAllowed(request.method))
    const verdict = await judge(api, tree, pathname + search, isLenient(request.headers.get('prefer') ?? '')).catch(
      (error: unknown): ByOrigin => {
        onError?.(error)
        return { by: 'origin' }
      },
    )
    if (verdict.by === 'tree') {
      const answer = await fromTree(verdict.route, options.fetchFile, reply)
      if (answer) return answer
    }
    // A key is judged before parameters and ids, and only the origin knows keys.
    const isOwn = request.headers.has('x-api-key')
    if (verdict.by === 'problem' && !isOwn) return reply.problem(verdict.problem)
    const { shared, otherwise }: ByOrigin = verdict.by === 'origin' ? verdict : { by: 'origin' }
    if (!shared || isOwn || request.headers.has('prefer') || request.headers.has('authorization'))
      return passed(parts.origin, request, address, reply, otherwise)
    return sharedAnswer(parts, shared, address, reply, otherwise)
  }
}

/** A page for people, as it was written beforehand; nothing when it is not to be had. */
async function pageOf(tree: PublishedTree, path: string, { api, fetchFile, onError }: EdgeOptions, reply: EdgeReply) {
  try {
    const state = await tree.current()
    const etag = state && (await tree.page(path, state))
    if (etag === undefined) return undefined
    const head = { ...pageHeadersOf(api, path), 'content-type': pageType(path), etag, vary: 'Accept-Encoding' }
    if (reply.has(etag)) return reply.notModified(head)
    const found = await fetchFile(`${pagesFolder}/${pageFile(path)}`)
    return found.ok ? reply.send(200, head, found) : undefined
  } catch (error) {
    onError?.(error)
    return undefined
  }
}

/** The file or the redirect that a route means; nothing when the file is not to be had. */
async function fromTree({ status, headers, etag, file, asset }: Route, fetchFile: FetchFile, reply: EdgeReply) {
  const head = validatedHeaders(headers, etag)
  if (reply.has(etag)) return reply.notModified(head)
  if (status === 302) return reply.send(status, head, new ArrayBuffer(0))
  const found = await fetchFile(file ? `${file.folder}/${file.name}.json` : `assets/${asset}`).catch(() => undefined)
  return found?.ok ? reply.send(status, head, found) : undefined
}

async function passed(
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
  { request, target, state }: NonNullable<ByOrigin['shared']>,
  address: string | undefined,
  reply: EdgeReply,
  otherwise?: Problem,
): Promise<Response> {
  const oneTarget = sharedTarget(request, target)
  const vary = netlifyVary(request)
  // A name of its own for each state of the catalog: an import is seen at once.
  const key = `https://${state.slice(0, 40)}.invalid${oneTarget}`
  const kept = await answers.get(key)
  if (kept?.isFresh) return shown(kept, vary, reply)
  try {
    const answer = await origin.ask(oneTarget, address)
    await answers.put(key, answer, vary)
    return reply.forward(answer, { 'netlify-vary': vary })
  } catch (error) {
    if (!(error instanceof OriginError)) throw error
    return kept ? shown(kept, vary, reply) : reply.problem(otherwise ?? unavailable())
  }
}

function shown(kept: KeptAnswer, vary: string, reply: EdgeReply): Response {
  const { ageSeconds, headers } = kept
  const dataAge = headers.get('x-data-age')
  return reply.forward(kept, {
    ...reply.standing(),
    'netlify-vary': vary,
    age: String(ageSeconds),
    // Observations have aged as much as the answer.
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
