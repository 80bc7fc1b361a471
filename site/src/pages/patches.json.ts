import type { APIRoute } from 'astro'
import { patchesJsonFeed } from '../features/patches/patch-feed.ts'

export const GET: APIRoute = ({ locals: { patches, origin } }) =>
  new Response(patchesJsonFeed(patches, origin), {
    headers: { 'content-type': 'application/feed+json; charset=utf-8' },
  })
