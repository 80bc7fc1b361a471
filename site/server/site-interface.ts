// The interface between the service and the built site. Both sides import it, only as types.
import type { NextFunction, Request, Response } from 'express'
import type { Api } from '../../data/api/model/api.ts'
import type { PatchIndex } from '../../data/api/model/patches.ts'
import type { PageStore } from '../../data/api/model/store.ts'

/** What the API answers to a request of a page. */
export interface ApiResponse {
  readonly status: number
  /** The target as it was requested. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON, or plain text as it is; undefined for pictures and redirects. */
  readonly json: unknown
}

export type ApiClient = (target: string) => Promise<ApiResponse>

/** Returns the bytes of a picture of the API; undefined if there is none. */
export type PictureClient = (target: string) => Promise<Uint8Array | undefined>

/** A cache of pages for one state of the catalog, limited in size; values must be JSON. */
export interface PageCache {
  get(key: string): object | undefined
  /** `size` is its size in memory, if known. */
  set(key: string, value: object, options?: { readonly size: number }): unknown
}

interface SettingHelp {
  readonly name: string
  readonly help: string
  /** As it would be written; empty if there is none. */
  readonly default: string
}

interface MetricHelp {
  readonly name: string
  readonly type: string
  readonly labels: readonly string[]
  readonly help: string
}

/** What the service gives the site with each request. */
export interface SiteLocals {
  readonly api: Api
  readonly patches: PatchIndex
  /** Names, references and bounds of rows, as the catalog stores them. */
  readonly catalog: PageStore
  readonly pageCache: PageCache
  /** Public address of this service, without a trailing slash. */
  readonly origin: string
  readonly fetchApi: ApiClient
  readonly picture: PictureClient
  /** How people sign in: not, at the provider that is configured, or under any name on a page of the site (`npm start` alone). */
  readonly signIn: 'off' | 'provider' | 'development'
  /** Every setting of the service, for the reference. */
  readonly settings: readonly SettingHelp[]
  /** Every metric of the service beside those of its runtime, for the reference. */
  readonly metrics: readonly MetricHelp[]
  /** The service's clock, in ms since 1970: pages compute ages with it. */
  readonly now: number
  /** Matches the access log, for error pages. */
  readonly requestId: string
  /** Called with an error that a page throws; the error page does not show it. */
  readonly onError: (error: unknown) => void
}

/** Answers a request, or calls `next` if the site has no such page. */
export type Site = (req: Request, res: Response, next: NextFunction, locals: SiteLocals) => void
