import type { APIRoute } from 'astro'
import { jsonFeed } from '../lib/patch-feed.ts'

export const GET: APIRoute = ({ locals: { patches, origin } }) =>
  new Response(jsonFeed(patches, origin), {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })
