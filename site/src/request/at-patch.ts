import type { Endpoint } from '../../../data/api/model/endpoint.ts'
import { isProblem, type Problem } from '../../../data/api/model/values/errors.ts'
import { fallbackLocale, type Locale } from '../../../data/api/model/values/locales.ts'
import { mainBranch, type Patch, type PatchIndex } from '../../../data/api/model/patches.ts'
import { hrefIn, localeOf, localeQuery } from '../format/language.ts'

/** A patch as a page shows it; without a locale in English. */
export interface LocalizedPatch extends Patch {
  readonly locale?: Locale
}

const patchParams = ['patch', 'at_patch', 'branch'] as const

/**
 * The patch that a page is about: `?patch=<id>` of its URL, or `at_patch` and `branch` as the API has them, else the
 * current one of main; in the URL's language. Throws as `resolve` does.
 */
export function patchOf(url: URL, patches: PatchIndex): LocalizedPatch | undefined {
  if (patches.all.length === 0) return undefined
  const [named, version, branch] = patchParams.map((name) => url.searchParams.get(name) ?? undefined)
  const isVersioned = named === undefined && (version !== undefined || branch !== undefined)
  const patch = isVersioned ? patches.resolveOn(branch ?? mainBranch, version) : patches.resolve(named)
  return localizedPatch(patch, localeOf(url))
}

/** A patch as pages in a language show it. */
export const localizedPatch = (patch: Patch, locale: Locale): LocalizedPatch =>
  locale === fallbackLocale ? patch : { ...patch, locale }

/** The problem that the service answers a request with that it cannot serve. */
type ApiProblem = Pick<Problem, 'code' | 'status' | 'errors'>

/** Why an address means no patch, and the address at which it would mean the one of an id. */
export interface PatchError {
  readonly problem: ApiProblem
  readonly hrefOf: (id: number) => string
}

/** What `find` finds, or the problem that it throws. */
export function tryFind<T>(find: () => T): { readonly found: T } | { readonly problem: ApiProblem } {
  try {
    return { found: find() }
  } catch (error) {
    if (!isProblem(error)) throw error
    return { problem: error }
  }
}

/** The address that the reader sees, also on a page that answers in another's place. */
export const requestedUrl = ({ locals, url }: { locals: { readonly requested: string }; url: URL }): URL =>
  new URL(url.origin + locals.requested)

/** True where the page is about the patch that is current anyway, so that its URL need not say so. */
export const isCurrent = (patch: Patch): boolean => patch.is_current && patch.branch === mainBranch

/** The query that pins an API call to the page's patch; empty for the current one. */
export function pinOf({ mode }: Endpoint, patch: Patch | undefined): Record<string, string> {
  return patch && mode.column && !isCurrent(patch) ? mode.pin(patch) : {}
}

/** A page's address at the patch, in its language. */
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

/** Parameters of the API that give rows another form than pages show. */
const formParams = ['format', 'fields', 'embed', 'condense'] as const

/** Parameters of a page's URL that are no filters of what it shows. */
export const pageParams: ReadonlySet<string> = new Set([...patchParams, 'locale', ...formParams])

/** Parameters that the same page of another patch does not keep: a place in the list of one patch is none in another's. */
export const paramsOfOnePatch: ReadonlySet<string> = new Set([...patchParams, 'page', 'cursor'])

/** Every choice of the patch with its label and count. */
export function facetsTarget(patch: LocalizedPatch | undefined): string {
  const query = { counts: 'true', ...(patch && { patch: String(patch.id) }), ...localeQuery(patch?.locale) }
  return `/v2/facets?${new URLSearchParams(query)}`
}
