import type { APIRoute } from 'astro'

/** Keeps crawlers from filters and old patches, which have too many URLs, but allows pages in other languages. */
const rules = [
  ...['User-agent: *', 'Disallow: /account', 'Disallow: /dashboard', 'Disallow: /*?'],
  // Of the rules that match, the longest applies.
  ...['Allow: /*?locale=', 'Disallow: /*?locale=*&'],
]

export const GET: APIRoute = ({ locals: { origin } }) =>
  new Response([...rules, `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
