import type { APIRoute } from 'astro'
import { answerCard } from '../../../lib/cards/answer-card.ts'
import { cardOfPatch } from '../../../lib/cards/patch-card.ts'

export const GET: APIRoute = async ({ params, locals, request, rewrite }) => {
  const patch = locals.patches.byId(Number(params.id))
  return patch ? answerCard(await cardOfPatch(patch, locals.ask), locals, request) : rewrite('/404')
}
