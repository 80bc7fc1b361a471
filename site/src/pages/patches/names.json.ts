import type { APIRoute } from 'astro'
import { isCurrent } from '../../request/at-patch.ts'
import { patchTitle, type NamedPatch } from '../../format/patch-title.ts'

/** The patches of the patch picker: all patches of all branches, newest first. */
export const GET: APIRoute = ({ locals: { patches } }) =>
  Response.json(
    patches.all.map((patch): NamedPatch => [patch.id, patchTitle(patch), isCurrent(patch) ? 1 : 0]).reverse(),
  )
