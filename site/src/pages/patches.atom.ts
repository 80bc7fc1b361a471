import type { APIRoute } from 'astro'
import { atomFeed } from '../lib/patch-feed.ts'

export const GET: APIRoute = ({ locals: { patches, origin } }) =>
  new Response(atomFeed(patches, origin), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  })
