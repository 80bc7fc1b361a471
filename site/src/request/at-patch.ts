import type { Endpoint } from '../../../data/api/model/endpoint.ts'
import { isProblem, type Problem } from '../../../data/api/model/values/errors.ts'
import { fallbackLocale, type Locale } from '../../../data/api/model/values/locales.ts'
import { mainBranch, type Patch, type PatchIndex } from '../../../data/api/model/patches.ts'
import { hrefIn, localeOf, localeQuery } from '../format/language.ts'

/** A patch in the language of a page; without `locale` in English. */
export interface LocalizedPatch extends Patch {
  readonly locale?: Locale
}

const patchParams = ['patch', 'at_patch', 'branch'] as const

/**
 * Returns the patch that a page shows, in the URL's language: the one in `?patch=<id>`, or in `at_patch` and `branch` as
 * in the API, else the current patch of main. Returns undefined if nothing has been imported. Throws a problem if there
 * is no such patch.
 */
export function patchOf(url: URL, patches: PatchIndex): LocalizedPatch | undefined {
  if (patches.all.length === 0) return undefined
  const [named, version, branch] = patchParams.map((name) => url.searchParams.get(name) ?? undefined)
  const isVersioned = named === undefined && (version !== undefined || branch !== undefined)
  const patch = isVersioned ? patches.resolveOn(branch ?? mainBranch, version) : patches.resolve(named)
  return localizedPatch(patch, localeOf(url))
}

/** Adds a page's language to a patch. */
export const localizedPatch = (patch: Patch, locale: Locale): LocalizedPatch =>
  locale === fallbackLocale ? patch : { ...patch, locale }

/** The fields of a problem that pages show. */
type ApiProblem = Pick<Problem, 'code' | 'status' | 'errors'>

/** Why a URL names no patch. */
export interface PatchError {
  readonly problem: ApiProblem
  /** The same URL at the patch of an id. */
  readonly hrefOf: (id: number) => string
}

/** Returns the result of `find`, or the problem that it throws. Other errors are rethrown. */
export function tryFind<T>(find: () => T): { readonly found: T } | { readonly problem: ApiProblem } {
  try {
    return { found: find() }
  } catch (error) {
    if (!isProblem(error)) throw error
    return { problem: error }
  }
}

/** The URL in the visitor's address bar, even if the request was rewritten to another page. */
export const requestedUrl = ({ locals, url }: { locals: { readonly requested: string }; url: URL }): URL =>
  new URL(url.origin + locals.requested)

/** True for the default patch, which URLs need not name. */
export const isCurrent = (patch: Patch): boolean => patch.is_current && patch.branch === mainBranch

/** The query that pins an API call to a patch; empty for the current one and for endpoints without patches. */
export function pinOf({ mode }: Endpoint, patch: Patch | undefined): Record<string, string> {
  return patch && mode.column && !isCurrent(patch) ? mode.pin(patch) : {}
}

/** The URL of a page at a patch, in the patch's language. */
export function hrefAt(
  path: string,
  patch: LocalizedPatch | undefined,
  query: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams(query)
  if (patch && !isCurrent(patch)) search.set('patch', String(patch.id))
  const address = search.size > 0 ? `${path}?${search}` : path
  return hrefIn(patch?.locale, address)
}

/** Parameters of the API that change the form of rows, which pages do not support. */
const formParams = ['format', 'fields', 'embed', 'condense'] as const

/** Parameters of a page's URL that are not filters. */
export const pageParams: ReadonlySet<string> = new Set([...patchParams, 'locale', ...formParams])

/** Parameters that links to other patches drop: a position in the list of one patch means nothing in another. */
export const paramsOfOnePatch: ReadonlySet<string> = new Set([...patchParams, 'page', 'cursor'])

/** The API target of a patch's facets, with labels and counts. */
export function facetsTarget(patch: LocalizedPatch | undefined): string {
  const query = { counts: 'true', ...(patch && { patch: String(patch.id) }), ...localeQuery(patch?.locale) }
  return `/v2/facets?${new URLSearchParams(query)}`
}
