import type { APIRoute } from 'astro'
import { cardResponse } from '../../../features/cards/card-response.ts'
import { rowCard } from '../../../features/cards/row-card.ts'
import { loadRowDetail } from '../../../request/thing/row-detail.ts'

export const GET: APIRoute = async ({ params: { resource = '', id = '' }, url, locals, request, rewrite }) => {
  const detail = await loadRowDetail(resource, id, url, locals)
  return detail ? cardResponse(await rowCard(detail, locals), locals, request) : rewrite('/404')
}
