import type { AstroGlobal } from 'astro'
import { patchOf, type LocalizedPatch } from './at-patch.ts'
import { rowLookup, type RowLookup } from './row-lookup.ts'

interface LivePart {
  readonly id: string
  readonly patch: LocalizedPatch | undefined
  readonly lookup: RowLookup
}

/** The row that the live part of a detail page is about; undefined if the patch has no such row. */
export function openLivePart({
  params: { id = '' },
  url,
  locals,
}: Pick<AstroGlobal, 'params' | 'url' | 'locals'>): LivePart | undefined {
  const patch = patchOf(url, locals.patches)
  const lookup = rowLookup(locals, patch)
  return lookup.find(id) ? { id, patch, lookup } : undefined
}
