import type { APIRoute } from 'astro'
import { apiChangesFeed } from '../../features/docs/api-changes.ts'

export const GET: APIRoute = async ({ locals }) =>
  new Response(await apiChangesFeed(locals.origin), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  })
