import type { APIRoute } from 'astro'
import { apiChangesFeed } from '../../lib/docs/api-changes.ts'

export const GET: APIRoute = ({ locals }) =>
  new Response(apiChangesFeed(locals.origin), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  })
