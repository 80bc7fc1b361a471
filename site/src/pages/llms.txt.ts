import type { APIRoute } from 'astro'
import { guides, otherPages } from '../features/docs/guides.ts'
import { endpointHref, groupsOf } from '../features/docs/reference/reference.ts'
import { markdownUrl } from '../features/docs/markdown-url.ts'

/** The index of the documentation for language models; it links to the Markdown version of each page. */
export const GET: APIRoute = ({ locals }) => {
  const { origin } = locals
  const pages = [...guides, ...otherPages].map(
    ({ href, title, description }) => `- [${title}](${origin}${markdownUrl(href)}): ${description}`,
  )
  const endpoints = groupsOf(locals.api).flatMap(({ tag, endpoints: all }) => [
    `\n### ${tag.name}\n`,
    ...all.map(
      (endpoint) => `- [GET ${endpoint.path}](${origin}${markdownUrl(endpointHref(endpoint))}): ${endpoint.summary}`,
    ),
  ])
  const text = [
    '# Deepledger',
    '\n> Game data of an online dungeon crawler over HTTP: items, monsters, quests, loot, market prices, of every patch. Read-only JSON, no key needed.',
    `\n- [OpenAPI 3.1 document](${origin}/v2/openapi.json): every endpoint, parameter and answer`,
    `- [Overview](${origin}${markdownUrl('/docs')}): every page of these docs`,
    '\n## Guides\n',
    ...pages,
    '\n## Endpoints',
    ...endpoints,
  ]
  return new Response(`${text.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
