// What `/tooltips.js` shows on this site's own pages: `/v2/items/{id}/tooltip`, which other sites request with a key. Browsers of other
// origins cannot read it, because it allows none.
import type { APIRoute } from 'astro'

export const GET: APIRoute = async ({ params: { id = '' }, url: { search }, locals }) => {
  const { status, json } = await locals.fetchApi(`/v2/items/${encodeURIComponent(id)}/tooltip${search}`)
  return Response.json(json, { status })
}
