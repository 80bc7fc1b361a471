import type { APIRoute } from 'astro'
import { classFeed, feedHeaders, feedPatches } from '../../../features/reports/change-feeds.ts'
import { loadClassReport } from '../../../features/reports/load-report.ts'
import { rowLookup } from '../../../request/row-lookup.ts'

export const GET: APIRoute = async ({ params: { id = '' }, locals, rewrite }) => {
  const { patches, origin } = locals
  const found = rowLookup(locals, patches.current()).find(id)
  if (found?.list !== '/classes') return rewrite('/404')
  const reports = []
  for (const patch of feedPatches(patches)) reports.push({ patch, report: await loadClassReport(locals, patch, id) })
  return new Response(classFeed({ origin, of: found, reports }), { headers: feedHeaders })
}
