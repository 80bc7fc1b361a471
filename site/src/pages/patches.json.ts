import type { APIRoute } from 'astro'
import { originOf } from '../lib/origin.ts'
import { jsonFeed } from '../lib/patch-feed.ts'

export const GET: APIRoute = ({ locals, request, url }) =>
  new Response(jsonFeed(locals.patches, originOf(request, url)), {
    headers: { 'content-type': 'application/feed+json; charset=utf-8' },
  })
