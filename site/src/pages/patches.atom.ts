import type { APIRoute } from 'astro'
import { originOf } from '../lib/origin.ts'
import { atomFeed } from '../lib/patch-feed.ts'

export const GET: APIRoute = ({ locals, request, url }) =>
  new Response(atomFeed(locals.patches, originOf(request, url)), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  })
