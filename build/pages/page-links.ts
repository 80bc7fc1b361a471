import { pageFile } from '../../data/api/static/page-files.ts'

/** What no page is written of: the API, what is signed in to, scripts and packages, hashed files. */
const otherPaths = /^\/(?:(?:v\d+|account|dashboard|health|tooltips\.js|client\.tgz)(?:\/|$)|_)/

/** Paths of this site that a page leads to, or is shown with: links, pictures, feeds, indexes. Without those that have a query. */
export function* linksOf(text: string, origin: string): Generator<string> {
  for (const [, given = ''] of text.matchAll(/(?:\b(?:href|src|content|data-index|data-patches)="|<loc>)([^"<]+)/g)) {
    const [target = ''] = given.split('#')
    const path = target.startsWith(`${origin}/`) ? target.slice(origin.length) : target
    if (!otherPaths.test(path) && pageFile(path) !== undefined) yield path
  }
}
