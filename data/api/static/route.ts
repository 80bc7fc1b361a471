import { assetEtag } from '../model/values/asset-names.ts'
import { namedReply } from '../answer/asset-reply.ts'
import {
  assetOf,
  isAddressedByHash,
  type AssetReply,
  type CanonicalRequest,
  type Endpoint,
  type Path,
} from '../model/endpoint.ts'
import { Problem } from '../model/values/errors.ts'
import { linkedAssetReply } from '../answer/linked-asset.ts'
import { unknownRow } from '../answer/unknown-row.ts'
import type { IndexLookup } from './folder-index.ts'
import { indexFolder, outputPath, singleName, type OutputPath } from './output-path.ts'
import { canonicalId } from '../model/values/raw-key.ts'
import { headersOf, replyHeaders } from '../answer/respond.ts'

/** A response that needs no catalog: a rendered file, an asset, or a redirect to an asset. */
export interface Route {
  readonly status: 200 | 302
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly file?: OutputPath
  /** Path of the asset or bulk file whose bytes are the body. */
  readonly asset?: string
}

/** ETag of an empty body. */
export const emptyEtag = '"47DEQpj8HBSa-_TImW-5JCeuQeR"'

/**
 * Answers a request from the rendered tree: returns a route, or a problem if the index shows that there is no such row or
 * file, or undefined if only `respond` can tell. `indexOf` returns the index of a folder, if it is rendered.
 */
export function route(
  request: CanonicalRequest,
  indexOf: (folder: string) => IndexLookup | undefined,
): Route | Problem | undefined {
  const folder = indexFolder(request)
  const index = folder === undefined ? undefined : indexOf(folder)
  if (!index) return undefined
  const { endpoint } = request
  if (isAddressedByHash(endpoint))
    return routeOfReply(request, () =>
      namedReply(endpoint, request, {
        asset: (hash) => index.find('assets', hash),
        bulk: (name) => index.find('bulk', name),
      }),
    )
  const canonicalRequest = { ...request, path: canonicalIds(request.path, index) }
  const asset = assetOf(endpoint)
  if (asset) return linkedRoute(request, index, String(canonicalRequest.path.id), asset.column)
  const file = outputPath(canonicalRequest)
  const etag = file && index.find('files', file.name)
  if (!etag)
    return canonicalRequest.path.id !== undefined && hasRow(endpoint, index, canonicalRequest.path.id) === false
      ? unknownRow(request)
      : undefined
  const total = endpoint.envelope ? (index.total ?? undefined) : undefined
  return { status: 200, file, etag, headers: headersOf(request, total) }
}

const canonicalIds = (path: Path, index: IndexLookup): Path =>
  Object.fromEntries(
    Object.entries(path).map(([name, given]) => [name, index.find('aliases', given) ?? canonicalId(given)]),
  )

function linkedRoute(request: CanonicalRequest, index: IndexLookup, id: string, column: string) {
  const hash = index.find(`links.${column}`, id)
  const isKnown = hash !== undefined || hasRow(request.endpoint, index, id)
  if (isKnown === false) return unknownRow(request)
  return isKnown && routeOfReply(request, () => linkedAssetReply(request, hash))
}

/** Whether a row exists: each one whose id is a plain file name has a file. Undefined if the index cannot tell. */
function hasRow({ resource, identify }: Endpoint, index: IndexLookup, id: string): boolean | undefined {
  const name = resource?.single === false || identify ? undefined : singleName(id)
  return name === undefined ? undefined : index.find('files', name) !== undefined
}

function routeOfReply(request: CanonicalRequest, reply: () => AssetReply): Route | Problem {
  try {
    const given = reply()
    const headers = replyHeaders(request, given)
    if ('redirect' in given) return { status: 302, headers, etag: emptyEtag }
    return { status: 200, headers, etag: assetEtag(given.asset), asset: given.asset }
  } catch (problem) {
    if (problem instanceof Problem) return problem
    throw problem
  }
}
