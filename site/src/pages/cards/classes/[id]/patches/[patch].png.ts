import type { APIRoute } from 'astro'
import { cardResponse } from '../../../../../features/cards/card-response.ts'
import { loadClassReport } from '../../../../../features/reports/load-report.ts'
import { reportCard } from '../../../../../features/reports/report-card.ts'
import { tryFind } from '../../../../../request/at-patch.ts'
import { rowLookup } from '../../../../../request/row-lookup.ts'

export const GET: APIRoute = async ({ params: { id = '', patch: named }, locals, request, rewrite }) => {
  const patch = tryFind(() => locals.patches.resolve(named))
  const found = 'problem' in patch ? undefined : rowLookup(locals, patch.found).find(id)
  if ('problem' in patch || found?.list !== '/classes') return rewrite('/404')
  return cardResponse(reportCard(found, patch.found, await loadClassReport(locals, patch.found, id)), locals, request)
}
