import type { MiddlewareHandler } from 'astro'
import { scopeOf } from '../../data/api/model/store.ts'
import { fallbackLocale } from '../../data/api/model/values/locales.ts'
import { tryFind, patchOf } from './request/at-patch.ts'
import { hrefIn, localeOf } from './format/language.ts'
import { translateTo } from './messages/catalogs.ts'
import { liveCacheHeaders, recordLiveAnswers } from './request/live-policy.ts'

/**
 * Sets what pages share. That an address means no patch, or several, is told by a page of its own, whatever page was asked for; so is
 * whatever a page throws.
 */
export const onRequest: MiddlewareHandler = async ({ url, request, locals, routePattern }, next) => {
  // As the client wrote it: `url` is decoded, more than once.
  const { pathname, search } = new URL(request.url)
  // With one slash at its start: what follows two is a host in a link. A rewritten URL has no query: that of the original request stays.
  const address = pathname.replace(/^\/+/, '/') + search
  const { locale = localeOf(url), requested = address } = locals as Partial<App.Locals>
  locals.locale = locale
  locals.t = translateTo(locale)
  locals.requested = requested
  locals.href = (address) => hrefIn(locale, address)
  const noted = recordLiveAnswers(locals.fetchApi, (target) => isLive(target, locals))
  locals.fetchApi = noted.fetchApi
  const lookup = tryFind(() => patchOf(url, locals.patches))
  const scope = scopeOf('found' in lookup ? lookup.found : undefined)
  await locals.catalog.prepareTexts?.(scope, locale)
  locals.langOf = (text) => {
    if (locale === fallbackLocale) return undefined
    return locals.catalog.isTranslated(scope, locale, text) ? locale : fallbackLocale
  }
  if ('problem' in lookup) locals.patchError = { problem: lookup.problem, hrefOf: (id) => withPatch(url, id) }
  // What Astro answers beside pages, such as pictures in any size. Paths with an underscore do not get here, but Astro decodes others to them.
  const isPage = !routePattern.startsWith('/_')
  const answer = async () => next(...('problem' in lookup ? ['/unknown-patch'] : isPage ? [] : ['/404']))
  const response = await answer().catch((error: unknown) => {
    locals.hasFailed = true
    locals.onError(error)
    return next('/500')
  })
  const type = response.headers.get('content-type') ?? ''
  const policy = type.startsWith('text/html') ? liveCacheHeaders(noted.answers, response.status) : {}
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

/** Answers that stay true for so long make no page live: the API's own document. */
const lastingSeconds = 3600

/** Of a target that pages ask for: a path of plain segments. */
function isLive(target: string, { api }: App.Locals): boolean {
  const { endpoint } = api.match((target.split('?')[0] ?? '').slice(1).split('/')) ?? {}
  return endpoint?.kind === 'live' && endpoint.maxAgeSeconds < lastingSeconds
}
