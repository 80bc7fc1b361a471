import type { Api } from '../model/api.ts'
import { assetOf } from '../model/endpoint.ts'

/** Headers of every page for people, whether the service, the edge or nginx sends it. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=60, stale-while-revalidate=600',
}

/**
 * Headers of the files at the root that pages load, such as `/_theme.js`: their content may change, their names do not.
 */
export const siteFileHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders,
  'cache-control': 'public, max-age=3600',
}

/** What model-viewer needs: textures come by `blob:`, its shadow tree has a style element. */
const viewerPolicy = [
  pageHeaders['content-security-policy'],
  "connect-src 'self' blob:",
  "style-src 'self' 'sha256-PXtZZkJMMyc18o/DN1ZEFOJ2qEGq95IQbVaJFMOXOb0='",
].join('; ')

/** Headers of pages that show a model. */
export const viewerHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders,
  'content-security-policy': viewerPolicy,
}

/** How the paths of pages of things begin, where a model is declared: `/monsters/`. */
export const viewerPaths = ({ endpoints }: Pick<Api, 'endpoints'>): readonly string[] =>
  endpoints
    .filter((endpoint) => assetOf(endpoint)?.media === 'model/gltf-binary')
    .map(({ path }) => path.replace(/^\/v\d+/, '').replace(/\{id\}.*/, ''))

export const pageHeadersOf = (api: Pick<Api, 'endpoints'>, path: string): Readonly<Record<string, string>> =>
  viewerPaths(api).some((start) => path.startsWith(start)) ? viewerHeaders : pageHeaders

/** The folder of the pages that are rendered in advance, in a data folder and in a published tree. */
export const pagesFolder = '_pages'

/** Which pages are saved, and for which content; written last. */
export interface PagesIndex {
  readonly format: 1
  /** The content of the catalog that they show. */
  readonly state: string
  /** Of the site's own files, and the address that pages name themselves by. */
  readonly site: string
  /** ETag by path. */
  readonly pages: Readonly<Record<string, string>>
}

export const pagesIndexFile = 'pages.json'

/** Media types by the ending of a path; what has none of these is HTML. */
export const pageMediaTypes: Readonly<Record<string, string>> = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
}
/** Paths whose media type is not that of their ending. */
export const feedMediaTypes: Readonly<Record<string, string>> = {
  '/patches.json': 'application/feed+json; charset=utf-8',
}
const htmlType = 'text/html; charset=utf-8'

const knownExtension = (path: string): string | undefined => {
  const ending = path.slice(path.lastIndexOf('.') + 1)
  return Object.hasOwn(pageMediaTypes, ending) ? ending : undefined
}

export const pageMediaType = (path: string): string =>
  feedMediaTypes[path] ?? pageMediaTypes[knownExtension(path) ?? ''] ?? htmlType

/** Name of a page's file below `pagesFolder`; undefined for a path that is not plain, for which no file is written. */
export function pageFile(path: string): string | undefined {
  if (!/^(\/[\w-][\w.~-]*)+$|^\/$/.test(path)) return undefined
  if (path === '/') return 'index.html'
  return knownExtension(path) ? path.slice(1) : `${path.slice(1)}.html`
}
