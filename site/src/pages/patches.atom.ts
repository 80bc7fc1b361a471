import type { APIRoute } from 'astro'
import { patchesAtomFeed } from '../features/patches/patch-feed.ts'

export const GET: APIRoute = ({ locals: { patches, origin } }) =>
  new Response(patchesAtomFeed(patches, origin), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  })
