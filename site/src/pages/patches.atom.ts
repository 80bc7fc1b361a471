import type { APIRoute } from 'astro'
import { atomFeed } from '../features/patches/patch-feed.ts'

export const GET: APIRoute = ({ locals: { patches, origin } }) =>
  new Response(atomFeed(patches, origin), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  })
