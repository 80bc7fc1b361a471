import type { APIRoute } from 'astro'
import { patchOf } from '../../request/at-patch.ts'
import { cardResponse } from '../../features/cards/card-response.ts'
import { listCard } from '../../features/cards/list-card.ts'
import { listAt } from '../../request/explorer.ts'

export const GET: APIRoute = async ({ params: { resource = '' }, url, locals, request, rewrite }) => {
  const list = listAt(locals.api, resource)
  if (!list) return rewrite('/404')
  return cardResponse(await listCard(list, patchOf(url, locals.patches), locals), locals, request)
}
