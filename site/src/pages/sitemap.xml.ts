import type { APIRoute } from 'astro'
import { guides, otherPages } from '../features/docs/guides.ts'
import { endpointHref, groupsOf } from '../features/docs/reference/reference.ts'
import { listsOf, pagePath } from '../request/explorer.ts'
import { createPause, mapInSlices } from '../../../data/api/model/values/steps.ts'
import { rowLookup, type RowLookup } from '../request/row-lookup.ts'

/** A path, and the ISO 8601 instant of the last change of its page, if known. */
type Entry = readonly [path: string, changed?: string]

const rowsPerStep = 250

/** Yields the page of each row, reading a batch of rows at a time. */
async function pathsOfRows(lookup: RowLookup, lists: readonly string[]): Promise<string[]> {
  const pause = createPause()
  const paths: string[] = []
  for (const path of lists)
    for (let after = 0; after < lookup.count(path); after += rowsPerStep) {
      for (const { id } of lookup.all(path, rowsPerStep, after)) paths.push(`${path}/${id}`)
      await pause()
    }
  return paths
}

/** Yields all pages to index: those of the current patch, of each patch, and of the docs. */
export const GET: APIRoute = async ({ locals }) => {
  const { api, patches, origin } = locals
  const current = patches.current()
  const lookup = rowLookup(locals, current)
  const lists = listsOf(api).map(pagePath)
  const ofCurrent = ['/', '/explore', '/drops', ...lists, ...(await pathsOfRows(lookup, lists))]
  const entries: readonly Entry[] = [
    ...ofCurrent.map((path): Entry => [path, current?.imported_at]),
    ['/patches', patches.all.at(-1)?.imported_at],
    ...patches.all.map(({ id, imported_at: changed }): Entry => [`/patches/${id}`, changed]),
    ['/docs'],
    ...[...guides, ...otherPages].map(({ href }): Entry => [href]),
    ...groupsOf(api).flatMap(({ endpoints }) => endpoints.map((endpoint): Entry => [endpointHref(endpoint)])),
  ]
  const urls = await mapInSlices(entries, (entry) => urlOf(origin, entry))
  return new Response(`${head}${urls.join('')}</urlset>\n`, {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  })
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'

/** Ids and paths contain no characters that have to be escaped in XML. */
const urlOf = (origin: string, [path, changed]: Entry): string =>
  `<url><loc>${origin}${path}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>\n`
