import type { WrittenPages } from '../written-pages.ts'
import { docsMarkdown } from './docs-markdown.ts'

/** A page of the docs as `text/markdown`. */
export async function markdownAnswer(path: string, locals: App.Locals, pages: WrittenPages): Promise<Response> {
  const text = await docsMarkdown(path, locals, pages)
  const headers = { 'content-type': 'text/markdown; charset=utf-8' }
  if (text === undefined)
    return new Response(`Page not found: ${path}. See /llms.txt for all pages.\n`, { status: 404, headers })
  return new Response(text, { headers })
}
