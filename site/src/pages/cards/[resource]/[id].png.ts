import type { APIRoute } from 'astro'
import { answerCard } from '../../../lib/cards/answer-card.ts'
import { cardOfThing } from '../../../lib/cards/thing-card.ts'
import { loadThing } from '../../../lib/loaded-thing.ts'

export const GET: APIRoute = async ({ params: { resource = '', id = '' }, url, locals, request, rewrite }) => {
  const thing = await loadThing(resource, id, url, locals)
  return thing ? answerCard(await cardOfThing(thing, locals), locals, request) : rewrite('/404')
}
