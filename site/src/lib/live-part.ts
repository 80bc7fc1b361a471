import type { AstroGlobal } from 'astro'
import { patchOf, type ShownPatch } from './at-patch.ts'
import { ledgerOf, type Ledger } from './ledger.ts'

export interface LivePart {
  readonly id: string
  readonly patch: ShownPatch | undefined
  readonly ledger: Ledger
}

/** What the live part of a thing's page tells of; nothing where the patch has no such thing. */
export async function openLivePart({
  params: { id = '' },
  url,
  locals,
}: Pick<AstroGlobal, 'params' | 'url' | 'locals'>): Promise<LivePart | undefined> {
  const patch = patchOf(url, locals.patches)
  const ledger = await ledgerOf(locals, patch)
  return ledger.things.has(id) ? { id, patch, ledger } : undefined
}
