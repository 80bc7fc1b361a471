// What the search box lists while one types: `/v2/search`, with the language of each name that the page's language lacks.
import type { APIRoute } from 'astro'
import type { ResultRow } from '../../format/search/group-results.ts'

export const GET: APIRoute = async ({ url: { search }, locals }) => {
  const { status, headers, json } = await locals.fetchApi(`/v2/search${search}`)
  if (status !== 200) return Response.json(json, { status })
  const { body } = json as { body: readonly ResultRow[] }
  const named = body.map((row): ResultRow => ({ ...row, lang: locals.langOf(row.name) }))
  return Response.json({ body: named }, { headers: { 'cache-control': headers['cache-control'] ?? 'no-store' } })
}
