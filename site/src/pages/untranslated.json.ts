// Returns which of the given game texts (`?text=...&text=...`) are not translated, so that scripts mark them as English.
import type { APIRoute } from 'astro'
import { fallbackLocale } from '../../../data/api/model/values/locales.ts'

const maxTexts = 50

export const GET: APIRoute = ({ url, locals }) => {
  const texts = url.searchParams.getAll('text').slice(0, maxTexts)
  const english = texts.filter((text) => locals.langOf(text) === fallbackLocale)
  return Response.json(english, { headers: { 'cache-control': 'public, max-age=60' } })
}
