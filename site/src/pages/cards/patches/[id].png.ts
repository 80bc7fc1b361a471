import type { APIRoute } from 'astro'
import { tryFind } from '../../../request/at-patch.ts'
import { cardResponse } from '../../../features/cards/card-response.ts'
import { patchCard } from '../../../features/cards/patch-card.ts'

export const GET: APIRoute = async ({ params: { id }, locals, request, rewrite }) => {
  const named = tryFind(() => locals.patches.resolve(id))
  if (!('problem' in named)) return cardResponse(await patchCard(named.found, locals.fetchApi), locals, request)
  locals.patchError = { ...named, hrefOf: (one) => `/cards/patches/${one}.png` }
  return rewrite('/unknown-patch')
}
