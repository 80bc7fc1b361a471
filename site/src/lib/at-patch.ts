import type { Endpoint } from '../../../data/api/endpoint.ts'
import type { Patch, PatchIndex } from '../../../data/api/patches.ts'
import { mainBranch } from '../../../data/api/patches.ts'

/** The patch that a page is about: `?patch=<id>` of its URL, else the current one of main. Throws `unknown_patch`. */
export function patchOf(url: URL, patches: PatchIndex): Patch | undefined {
  const given = url.searchParams.get('patch') ?? undefined
  return patches.all.length === 0 ? undefined : patches.resolve(given)
}

/** True where the page is about the patch that is current anyway, so that its URL need not say so. */
export const isCurrent = (patch: Patch): boolean => patch.is_current && patch.branch === mainBranch

/** The query that pins an API call to the page's patch; empty for the current one. */
export function pinOf({ mode }: Endpoint, patch: Patch | undefined): Record<string, string> {
  return patch && mode.column && !isCurrent(patch) ? mode.pin(patch) : {}
}

/** A page's address at the patch. */
export function hrefAt(path: string, patch: Patch | undefined, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query)
  if (patch && !isCurrent(patch)) search.set('patch', String(patch.id))
  return search.size > 0 ? `${path}?${search.toString()}` : path
}
