import type { NextFunction, Request, Response } from 'express'
import type { Logger } from 'pino'
import type { Api } from '../data/api/api.ts'
import type { LiveStore } from '../data/api/live/live-store.ts'
import { pageHeadersOf } from '../data/api/page-files.ts'
import type { PatchIndex } from '../data/api/patches.ts'
import { logFailure } from './log-failure.ts'
import { asker, pictureAsker, type Ask, type AskPicture } from './page-asker.ts'
import { leaseFor } from './page-lease.ts'
import { requestIdOf } from './request-id.ts'
import type { ServedCatalog } from './served-catalog.ts'
import { settingHelps, type SettingHelp } from './settings.ts'

export interface SiteLocals {
  readonly api: Api
  readonly patches: PatchIndex
  /** Where people reach this service. */
  readonly origin: string
  readonly ask: Ask
  readonly picture: AskPicture
  /** Somebody set a sign-in provider up. */
  readonly hasSignIn: boolean
  /** For the reference. */
  readonly settings: readonly SettingHelp[]
  /** The clock of what is live, ms since 1970. */
  readonly now: number
  readonly requestId: string
  /** Told of what a page throws; the page that is answered instead tells nothing of it. */
  readonly onError: (error: unknown) => void
}

/** Pages for people: answers, or calls `next` for what it has no page of. */
export type Site = (req: Request, res: Response, next: NextFunction, locals: SiteLocals) => void

export interface ServedSite {
  readonly answer: Site
  /** Where people reach this service: pages name themselves by it, whatever a request claims. */
  readonly publicUrl: string
  readonly hasSignIn: boolean
}

const settings = settingHelps()

/** Lets the site answer what is neither the API's nor written. */
export function sitePages(
  { answer, publicUrl, hasSignIn }: ServedSite,
  { api, served, live, log }: { api: Api; served: ServedCatalog; live: LiveStore; log: Logger },
) {
  return (req: Request, res: Response, next: NextFunction): void => {
    if ((req.method !== 'GET' && req.method !== 'HEAD') || /^\/v\d+(\/|$)/.test(req.path)) return next()
    const headers = pageHeadersOf(api, req.path)
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    const { current } = served
    // A page asks several times: all of it is of the catalog that it began with, whatever is imported meanwhile.
    const { isOver } = leaseFor(res, current)
    const withoutPageHeaders = (error?: unknown) => {
      for (const name of Object.keys(headers)) res.removeHeader(name)
      next(error)
    }
    answer(req, res, withoutPageHeaders, {
      api,
      patches: current.catalog.patches,
      origin: publicUrl,
      ask: asker(current, live),
      picture: pictureAsker(current),
      settings,
      hasSignIn,
      now: live.now(),
      requestId: requestIdOf(req),
      onError(error) {
        if (isOver()) return
        logFailure(log, req, error)
        // Also where the page that says so fails in turn.
        res.setHeader('cache-control', 'no-store')
      },
    })
  }
}
