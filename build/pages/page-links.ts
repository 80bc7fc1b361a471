import { pageFile } from '../../data/api/static/page-files.ts'

/** Paths that are never saved as pages: the API, pages behind sign-in, scripts and packages, hashed files. */
const otherPaths = /^\/(?:(?:v\d+|account|dashboard|health|tooltips\.js|client\.tgz)(?:\/|$)|_)/

/** The paths of this site that a page refers to: links, pictures, feeds, indexes. Paths with a query are left out. */
export function* linksOf(text: string, origin: string): Generator<string> {
  for (const [, given = ''] of text.matchAll(/(?:\b(?:href|src|content|data-index|data-patches)="|<loc>)([^"<]+)/g)) {
    const [target = ''] = given.split('#')
    const path = target.startsWith(`${origin}/`) ? target.slice(origin.length) : target
    if (!otherPaths.test(path) && pageFile(path) !== undefined) yield path
  }
}
