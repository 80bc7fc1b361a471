// The data of `/tooltips.js` on this site's own pages: `/v2/items/{id}/tooltip`, which other sites request with a key, and
// its texts that are not translated. Scripts of other origins cannot read it, because it has no CORS headers.
import type { APIRoute } from 'astro'
import { fallbackLocale } from '../../../../../data/api/model/values/locales.ts'

interface Payload {
  readonly name?: string
  readonly description?: string
  readonly primary?: readonly string[]
  readonly secondary?: readonly (readonly [line: string, gem?: string])[]
}

/** The text of a line without its number or range. */
const labelOf = (line: string) => line.slice(0, line.lastIndexOf(' '))

export const GET: APIRoute = async ({ params: { id = '' }, url: { search }, locals }) => {
  const { status, json } = await locals.fetchApi(`/v2/items/${encodeURIComponent(id)}/tooltip${search}`)
  if (status !== 200 || locals.locale === fallbackLocale) return Response.json(json, { status })
  const payload = json as Payload
  const { name, description, primary = [], secondary = [] } = payload
  const lines = [...primary, ...secondary.map(([line]) => line)]
  const texts = [name, description, ...lines.map(labelOf)]
  const english = texts.filter((text) => text !== undefined && locals.langOf(text) === fallbackLocale)
  return Response.json({ ...payload, in_english: english })
}
