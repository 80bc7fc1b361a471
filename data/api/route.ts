import { assetEtag } from './asset-names.ts'
import { assetReply } from './asset-reply.ts'
import type { CanonicalRequest, Reply } from './endpoint.ts'
import { Problem } from './errors.ts'
import { linkedReply, unknownRow } from './linked.ts'
import type { FolderIndex } from './manifest.ts'
import { indexFolder, outputPath, singleName, type OutputPath } from './output-path.ts'
import { canonicalId } from './raw-key.ts'
import { headersOf, replyHeaders } from './respond.ts'

/** An answer that needs no catalog: a rendered file, an asset, or the address of one. */
export interface Route {
  readonly status: 200 | 302
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly file?: OutputPath
  /** The file below the assets folder whose bytes are the body. */
  readonly asset?: string
}

/** ETag of an empty body. */
export const emptyEtag = '"47DEQpj8HBSa-_TImW-5JCeuQeR"'

/**
 * How a request is answered from the tree: the route, or the problem where the index tells that there is nothing. Nothing
 * where only `respond` knows. `indexOf` reads the index of `indexFolder(request)`, if it is rendered.
 */
export function route(
  request: CanonicalRequest,
  indexOf: (folder: string) => FolderIndex | undefined,
): Route | Problem | undefined {
  const folder = indexFolder(request)
  const index = folder === undefined ? undefined : indexOf(folder)
  if (!index) return undefined
  const { endpoint, path, values } = request
  if (endpoint.byHash)
    return byReply(request, () => assetReply(path.hash ?? '', values, (hash) => own(index.assets, hash)))
  const id = path.id === undefined ? undefined : (own(index.aliases, path.id) ?? canonicalId(path.id))
  if (endpoint.linked) return linkedRoute(request, index, id ?? '', endpoint.linked)
  const file = outputPath(id === undefined ? request : { ...request, path: { ...path, id } })
  const etag = file && own(index.files, file.name)
  if (!etag)
    return endpoint.files?.by === 'row' && isUnknown(request, index, id ?? '') ? unknownRow(request) : undefined
  const total = endpoint.envelope ? (index.total ?? undefined) : undefined
  return { status: 200, file, etag, headers: headersOf(request, total) }
}

function linkedRoute(request: CanonicalRequest, index: FolderIndex, id: string, linked: string) {
  const hash = own(index.links?.[linked], id)
  if (hash !== undefined || Object.hasOwn(index.files, singleName(id) ?? ''))
    return byReply(request, () => linkedReply(request, hash))
  return isUnknown(request, index, id) ? unknownRow(request) : undefined
}

/** Every row whose id can be a file's name has a file as single row. */
function isUnknown({ endpoint }: CanonicalRequest, { files }: FolderIndex, id: string): boolean {
  const name = endpoint.resource?.single === false || endpoint.identify ? undefined : singleName(id)
  return name !== undefined && !Object.hasOwn(files, name)
}

function byReply(request: CanonicalRequest, reply: () => Reply): Route | Problem | undefined {
  try {
    const given = reply()
    const headers = replyHeaders(request, given)
    if ('redirect' in given) return { status: 302, headers, etag: emptyEtag }
    return 'asset' in given ? { status: 200, headers, etag: assetEtag(given.asset), asset: given.asset } : undefined
  } catch (problem) {
    if (problem instanceof Problem) return problem
    throw problem
  }
}

const own = (record: Readonly<Record<string, string>> | undefined, name: string): string | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined
