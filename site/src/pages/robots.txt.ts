import type { APIRoute } from 'astro'

export const GET: APIRoute = ({ locals: { origin } }) =>
  new Response(`User-agent: *\nDisallow: /account\nDisallow: /dashboard\nSitemap: ${origin}/sitemap.xml\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
