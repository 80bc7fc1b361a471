import type { NextFunction, Request, Response } from 'express'
import type { Logger } from 'pino'
import type { Api } from '../../data/api/model/api.ts'
import type { LiveStore } from '../../data/api/model/live-store.ts'
import { pageHeadersOf } from '../../data/api/static/page-files.ts'
import { corsHeadersOf } from '../../data/api/answer/cors.ts'
import { prefersJson } from '../../data/api/answer/http/media-preference.ts'
import { Problem } from '../../data/api/model/values/errors.ts'
import type { Site, SiteLocals } from '../../site/server/site-interface.ts'
import { logFailure } from '../http/log-failure.ts'
import type { Generation } from '../catalog/generation.ts'
import { createApiClient, createPictureClient } from './api-client.ts'
import { retainUntilClosed } from './retain-until-closed.ts'
import { contextOf, type RequestContext } from '../http/request-context.ts'
import { collectResponse } from './collect-response.ts'
import { sendProblem } from '../http/send.ts'
import { sendPage } from './send-page.ts'
import type { ServedCatalog } from '../catalog/served-catalog.ts'
import { metricHelps } from '../metrics/metric-list.ts'
import { settingHelps } from '../setting-list.ts'

export interface ServedSite {
  readonly answer: Site
  /** The public URL, used in canonical links whatever host a request names. */
  readonly publicUrl: string
  readonly signIn: SiteLocals['signIn']
}

const settings = settingHelps()
const metrics = metricHelps()

/** Prefix of the site's own files, which no page has. */
const siteFilePrefix = '/_'

/** Returns the handler that lets the site answer all GET and HEAD requests outside the API. */
export function sitePages(
  { answer, publicUrl, signIn }: ServedSite,
  { api, served, live, log }: { api: Api; served: ServedCatalog; live: LiveStore; log: Logger },
) {
  const { host } = new URL(publicUrl)
  const show = (req: Request, res: Response, next: NextFunction, current: Generation): void => {
    const context = contextOf(req)
    req.url = escapeInvalidPercents(req.url)
    // Astro parses host and path as one URL: with the host `h/quests?`, every path would be the page /quests.
    req.headers.host = host
    // All requests of a page are answered from the catalog that it began with, even during an import.
    const { isOver } = retainUntilClosed(res, current)
    const headers = { ...pageHeadersOf(api, req.path), ...corsHeadersOf(context.target) }
    const end = req.path.startsWith(siteFilePrefix) ? setHeaders(res, headers) : collectPage(context, headers)
    answer(req, res, (error?: unknown) => (end(), next(error)), {
      api,
      patches: current.catalog.patches,
      catalog: current.catalog,
      pageCache: current.catalog.parsed,
      origin: publicUrl,
      fetchApi: createApiClient(current, live),
      picture: createPictureClient(current),
      settings,
      metrics,
      signIn,
      now: live.now(),
      requestId: context.id,
      onError(error) {
        if (isOver()) return
        logFailure(log, context, error)
        // This also covers an error page that fails.
        res.setHeader('cache-control', 'no-store')
      },
    })
  }

  return (req: Request, res: Response, next: NextFunction): void => {
    if (!contextOf(req).isRead || /^\/v\d+(\/|$)/.test(req.path)) return next()
    const { patch } = req.query
    if (typeof patch !== 'string') return show(req, res, next, served.current)
    const generation = served.findGeneration((patches) => patches.resolve(patch))
    generation.then((found) => show(req, res, next, found ?? served.current)).catch(next)
  }
}

/**
 * Escapes each `%` of a URL's path that is not part of a UTF-8 character: Astro writes an error with a stack for such a
 * path.
 */
function escapeInvalidPercents(url: string): string {
  const [path = '', ...query] = url.split('?')
  const escaped = path.replace(/(?:%[\da-f]{2})+|%/gi, (run) => {
    try {
      decodeURIComponent(run)
      return run
    } catch {
      return run.replaceAll('%', '%25')
    }
  })
  return [escaped, ...query].join('?')
}

/** Sets headers. Returns a function that removes them. */
function setHeaders(res: Response, headers: Readonly<Record<string, string>>): () => void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  return () => {
    for (const name of Object.keys(headers)) res.removeHeader(name)
  }
}

/** Buffers a page, which is rendered as for GET, and sends it with its ETag. Returns a function that undoes this. */
function collectPage(context: RequestContext, headers: Readonly<Record<string, string>>): () => void {
  const { req, res, method } = context
  req.method = 'GET'
  const restore = collectResponse(res, (whole) => {
    req.method = method
    if (whole.status === 404 && prefersJson(req.headers.accept)) return sendProblem(context, noPage())
    void Promise.resolve(sendPage(context, whole, headers)).catch(() => res.destroy())
  })
  return () => {
    req.method = method
    restore()
  }
}

const noPage = () => new Problem('not_found', 'There is no page at this path.', { headers: { vary: 'Accept' } })
