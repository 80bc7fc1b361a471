import type { APIRoute } from 'astro'
import { jsonFeed } from '../features/patches/patch-feed.ts'

export const GET: APIRoute = ({ locals: { patches, origin } }) =>
  new Response(jsonFeed(patches, origin), {
    headers: { 'content-type': 'application/feed+json; charset=utf-8' },
  })
