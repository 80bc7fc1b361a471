import type { APIRoute } from 'astro'

/** Filters and old patches have more addresses than a crawler should walk; other languages are pages to be found. */
const rules = [
  ...['User-agent: *', 'Disallow: /account', 'Disallow: /dashboard', 'Disallow: /*?'],
  // The longest rule that matches counts.
  ...['Allow: /*?locale=', 'Disallow: /*?locale=*&'],
]

export const GET: APIRoute = ({ locals: { origin } }) =>
  new Response([...rules, `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
