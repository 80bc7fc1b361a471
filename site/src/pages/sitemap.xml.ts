import type { APIRoute } from 'astro'
import { guides, otherPages } from '../lib/docs/guides.ts'
import { endpointHref, groupsOf } from '../lib/docs/reference.ts'
import { listsOf, pagePath } from '../lib/explorer.ts'
import { ledgerOf } from '../lib/ledger.ts'

/** Every page that stands for itself: of the current patch, of each patch, of the docs. */
export const GET: APIRoute = async ({ locals }) => {
  const { api, patches, origin } = locals
  const { things } = await ledgerOf(locals, patches.current())
  const paths = [
    '/',
    '/explore',
    ...listsOf(api).map(pagePath),
    ...[...things.values()].map(({ list, id }) => `${list}/${id}`),
    '/patches',
    ...patches.all.map(({ id }) => `/patches/${id}`),
    '/docs',
    ...[...guides, ...otherPages].map(({ href }) => href),
    ...groupsOf(api).flatMap(({ endpoints }) => endpoints.map(endpointHref)),
  ]
  // Ids and paths hold no character that XML would mean otherwise.
  const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>\n`).join('')
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`
  return new Response(text, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
