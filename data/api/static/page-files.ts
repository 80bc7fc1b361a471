import type { Api } from '../model/api.ts'
import { assetOf } from '../model/endpoint.ts'

/** Headers of every page of the site, whether the service, the edge or nginx sends it. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=60, stale-while-revalidate=600',
}

/** Headers of files at the root that pages load, such as `/_theme.js`, whose content may change under the same name. */
export const siteFileHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders,
  'cache-control': 'public, max-age=3600',
}

/** The policy that model-viewer needs: it loads textures by `blob:` URLs and has a style element in its shadow tree. */
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

/** Prefixes of the paths of pages that may show a model, such as `/monsters/`. */
export const viewerPaths = ({ endpoints }: Pick<Api, 'endpoints'>): readonly string[] =>
  endpoints
    .filter((endpoint) => assetOf(endpoint)?.media === 'model/gltf-binary')
    .map(({ path }) => path.replace(/^\/v\d+/, '').replace(/\{id\}.*/, ''))

/** Headers of the page with this path. */
export const pageHeadersOf = (api: Pick<Api, 'endpoints'>, path: string): Readonly<Record<string, string>> =>
  viewerPaths(api).some((start) => path.startsWith(start)) ? viewerHeaders : pageHeaders

/** The folder of saved pages, in a data folder and in a published tree. */
export const pagesFolder = '_pages'

/** Lists the saved pages and the content that they show; written last. */
export interface PagesIndex {
  readonly format: 1
  /** Identifies the content of the catalog that they show. */
  readonly state: string
  /** Identifies the site's own files and the base URL of canonical links. */
  readonly site: string
  /** ETags by path. */
  readonly pages: Readonly<Record<string, string>>
}

export const pagesIndexFile = 'pages.json'

/** Media types by extension; paths without one of these extensions are HTML. */
export const pageMediaTypes: Readonly<Record<string, string>> = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
}
/** Media types of paths for which they do not follow from the extension. */
export const feedMediaTypes: Readonly<Record<string, string>> = {
  '/patches.json': 'application/feed+json; charset=utf-8',
}
const htmlType = 'text/html; charset=utf-8'

const knownExtension = (path: string): string | undefined => {
  const ending = path.slice(path.lastIndexOf('.') + 1)
  return Object.hasOwn(pageMediaTypes, ending) ? ending : undefined
}

/** Media type of the page with this path. */
export const pageMediaType = (path: string): string =>
  feedMediaTypes[path] ?? pageMediaTypes[knownExtension(path) ?? ''] ?? htmlType

/** Name of a page's file below `pagesFolder`; undefined for paths with other characters, which are not saved. */
export function pageFile(path: string): string | undefined {
  if (!/^(\/[\w-][\w.~-]*)+$|^\/$/.test(path)) return undefined
  if (path === '/') return 'index.html'
  return knownExtension(path) ? path.slice(1) : `${path.slice(1)}.html`
}
