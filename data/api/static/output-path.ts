import {
  renderedFilesOf,
  isAddressedByHash,
  type CanonicalRequest,
  type Endpoint,
  type RenderedFiles,
} from '../model/endpoint.ts'
import { scopeOf } from '../model/store.ts'

/** Location of a rendered file: the folder of a patch and resource, and the path in it without `.json`. */
export interface OutputPath {
  readonly folder: string
  readonly name: string
}

export const staticRoot = '_static'

/** The folder of a resource's files at a patch; its `index.json` lists them. */
export const folderOf = (scope: number, name: string): string => `${staticRoot}/${scope}/${name}`

/** The rendered file of a canonical request; undefined if it is not pre-rendered. Both the renderer and the router call this. */
export function outputPath(request: CanonicalRequest): OutputPath | undefined {
  const files = renderedFilesOf(request.endpoint)
  if (!files) return undefined
  const folder = indexFolder(request)
  const name = nameOf(request, files)
  return folder === undefined || name === undefined ? undefined : { folder, name: `${files.folder}/${name}` }
}

/** The folder whose index determines how a request is answered; undefined if no index does. */
export function indexFolder(request: CanonicalRequest): string | undefined {
  const { endpoint, patch } = request
  if (!isInTree(endpoint)) return undefined
  if (!isDefaultBut(request, varyingParams(endpoint))) return undefined
  return folderOf(scopeOf(patch), endpoint.resource?.name ?? endpoint.id)
}

/** Whether an index of files determines how requests of the endpoint are answered. */
export const isInTree = (endpoint: Endpoint): boolean =>
  endpoint.kind === 'asset' || renderedFilesOf(endpoint) !== undefined

/** Parameters that select one of an endpoint's files. */
function varyingParams(endpoint: Endpoint): readonly string[] {
  const files = renderedFilesOf(endpoint)
  if (isAddressedByHash(endpoint)) return Object.keys(endpoint.params)
  if (files?.by === 'page') return ['page', 'after', 'limit']
  return files?.by === 'value' ? [files.param] : []
}

/** Name of a single row's file in the folder of its resource; undefined if the id is not a plain file name. */
export function singleName(id: string): string | undefined {
  const name = rowName(id)
  return name === undefined ? undefined : `row/${name}`
}

function nameOf({ endpoint, values, path }: CanonicalRequest, files: RenderedFiles): string | undefined {
  const { envelope } = endpoint
  if (files.by === 'row') return rowName(String(path.id))
  if (files.by === 'value') return String(values[files.param])
  if (files.by === 'whole') return endpoint.id
  if (!envelope || envelope.of(values).kind !== envelope.kind) return undefined
  const { default: byDefault, max } = envelope.limits
  const { offset, limit, descending } = envelope.window(values)
  const isRendered = (limit === byDefault || limit === max) && !descending && offset % limit === 0
  return isRendered ? `${limit}/${offset / limit + 1}` : undefined
}

/** Files of rows are spread over 256 folders, so that none grows large. Ids that are not plain file names have no file. */
function rowName(id: string): string | undefined {
  if (!/^[a-z0-9_][a-z0-9_.-]{0,199}$/.test(id)) return undefined
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return `${((hash >>> 16) & 0xff).toString(16).padStart(2, '0')}/${id}`
}

function isDefaultBut({ endpoint, values, ignoredParams }: CanonicalRequest, varying: readonly string[]): boolean {
  if (ignoredParams.length > 0) return false
  return Object.entries(values).every(
    ([name, value]) =>
      name === 'cursor' ||
      varying.includes(name) ||
      Object.hasOwn(endpoint.mode.params, name) ||
      value === endpoint.params[name]?.default,
  )
}
