// A small index of the docs, made by the app: these pages are answered on demand, so there is no built HTML that a
// static indexer could read. It is searched in the browser.
import type { APIRoute } from 'astro'
import { writtenPages } from '../../features/docs/guides.ts'
import { loadOpenApiDocument } from '../../features/docs/reference/fields.ts'
import { searchEntries } from '../../features/docs/search-entries.ts'

export const GET: APIRoute = async ({ locals }) => {
  const entries = await searchEntries(locals.api, await loadOpenApiDocument(locals), writtenPages, {
    '/docs/settings': locals.settings,
    '/docs/metrics': locals.metrics,
  })
  return Response.json(entries.map((entry) => ({ ...entry, href: locals.href(entry.href) })))
}
