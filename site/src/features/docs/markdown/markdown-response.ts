import type { WrittenPages } from '../written-pages.ts'
import { docsMarkdown } from './docs-markdown.ts'

/** Responds with a page of the docs as `text/markdown`, or with a 404 if there is no such page. */
export async function markdownResponse(path: string, locals: App.Locals, pages: WrittenPages): Promise<Response> {
  const text = await docsMarkdown(path, locals, pages)
  const headers = { 'content-type': 'text/markdown; charset=utf-8' }
  if (text === undefined)
    return new Response(`Page not found: ${path}. See /llms.txt for all pages.\n`, { status: 404, headers })
  return new Response(text, { headers })
}
