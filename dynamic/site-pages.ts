import type { NextFunction, Request, Response } from 'express'
import type { Api } from '../data/api/api.ts'
import { Problem, problemAnswer } from '../data/api/errors.ts'
import type { LiveStore } from '../data/api/live/live-store.ts'
import type { PatchIndex } from '../data/api/patches.ts'
import type { ServedCatalog } from './served-catalog.ts'
import { settingHelps, type SettingHelp } from './settings.ts'

/** What the API answers to a target, for pages that are made in this process. */
export interface Asked {
  readonly status: number
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Nothing where the answer is no JSON: a picture, a redirect. */
  readonly json: unknown
}

export interface SiteLocals {
  readonly api: Api
  readonly patches: PatchIndex
  /** Where people reach this service. */
  readonly origin: string
  readonly ask: (target: string) => Promise<Asked>
  /** Somebody set a sign-in provider up. */
  readonly hasSignIn: boolean
  /** For the reference. */
  readonly settings: readonly SettingHelp[]
}

/** Pages for people: answers, or calls `next` for what it has no page of. */
export type Site = (req: Request, res: Response, next: NextFunction, locals: SiteLocals) => void

const settings = settingHelps()

const headers = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=60, stale-while-revalidate=600',
}

/** Lets the site answer what is neither the API's nor written. */
export function sitePages(
  site: Site,
  api: Api,
  served: ServedCatalog,
  live: LiveStore,
  { hasSignIn, publicUrl }: { hasSignIn: boolean; publicUrl?: string },
) {
  return (req: Request, res: Response, next: NextFunction): void => {
    if ((req.method !== 'GET' && req.method !== 'HEAD') || /^\/v\d+(\/|$)/.test(req.path)) return next()
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    const { current } = served
    const ask = async (target: string): Promise<Asked> => {
      try {
        const answer = await current.respond(target, false, live)
        const { status, headers: given, etag } = answer
        const isJson = given['content-type']?.startsWith('application/json')
        const json = isJson ? (JSON.parse((await answer.body('identity')).bytes.toString()) as unknown) : undefined
        return { status, target, headers: { ...given, etag }, json }
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const { status, headers: ofProblem, body } = problemAnswer(error)
        return { status, target, headers: ofProblem, json: JSON.parse(body) as unknown }
      }
    }
    const withoutPageHeaders = (error?: unknown) => {
      for (const name of Object.keys(headers)) res.removeHeader(name)
      next(error)
    }
    site(req, res, withoutPageHeaders, {
      api,
      patches: current.catalog.patches,
      origin: publicUrl ?? originOf(req),
      ask,
      settings,
      hasSignIn,
    })
  }
}

const originOf = ({ protocol, headers: { host = '' } }: Request): string =>
  /^[\w.-]+(:\d+)?$/.test(host) ? `${protocol}://${host}` : ''
