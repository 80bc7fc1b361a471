import type { APIRoute } from 'astro'
import { orProblem } from '../../../lib/at-patch.ts'
import { answerCard } from '../../../lib/cards/answer-card.ts'
import { cardOfPatch } from '../../../lib/cards/patch-card.ts'

export const GET: APIRoute = async ({ params: { id }, locals, request, rewrite }) => {
  const named = orProblem(() => locals.patches.resolve(id))
  if (!('problem' in named)) return answerCard(await cardOfPatch(named.found, locals.ask), locals, request)
  locals.patchFault = { ...named, hrefOf: (one) => `/cards/patches/${one}.png` }
  return rewrite('/unknown-patch')
}
