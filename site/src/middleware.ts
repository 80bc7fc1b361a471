import type { MiddlewareHandler } from 'astro'
import { orProblem, patchOf } from './lib/at-patch.ts'
import { Busy } from './lib/lane.ts'
import { hrefIn, localeOf } from './lib/language.ts'
import { livePolicy, notingLive } from './lib/live-policy.ts'

/**
 * Sets what pages share. That an address means no patch, or several, is told by a page of its own, whatever page was asked for; so is
 * whatever a page throws.
 */
export const onRequest: MiddlewareHandler = async ({ url, locals }, next) => {
  // An address that a page was rewritten to has no query: what its reader asked for stays.
  const { locale = localeOf(url), asked = url.pathname + url.search } = locals as Partial<App.Locals>
  locals.locale = locale
  locals.asked = asked
  locals.href = (address) => hrefIn(locale, address)
  const noted = notingLive(locals.ask, (target) => isLive(target, locals))
  locals.ask = noted.ask
  const meant = orProblem(() => patchOf(url, locals.patches))
  if ('problem' in meant) locals.patchFault = { problem: meant.problem, hrefOf: (id) => withPatch(url, id) }
  const answer = async () => next(...('problem' in meant ? ['/unknown-patch'] : []))
  const response = await answer().catch((error: unknown) => {
    locals.hasFailed = true
    if (error instanceof Busy) return next('/busy')
    locals.onError(error)
    return next('/500')
  })
  const type = response.headers.get('content-type') ?? ''
  const policy = type.startsWith('text/html') ? livePolicy(noted.answers, response.status) : {}
  for (const [name, value] of Object.entries(policy)) response.headers.set(name, value)
  if (response.status >= 500) {
    response.headers.set('cache-control', 'no-store')
    response.headers.set('x-request-id', locals.requestId)
  }
  if (/^(text\/html|application\/json)$/.test(type)) response.headers.set('content-type', `${type}; charset=utf-8`)
  return response
}

/** The same page of another patch, from where the reader is. */
function withPatch({ searchParams }: URL, id: number): string {
  const search = new URLSearchParams(searchParams)
  search.set('patch', String(id))
  return `?${search}`
}

/** Of a target that pages ask for: a path of plain segments. */
const isLive = (target: string, { api }: App.Locals): boolean =>
  api.match((target.split('?')[0] ?? '').slice(1).split('/'))?.endpoint.live !== undefined
