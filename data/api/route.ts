import type { FolderIndex } from './manifest.ts'
import { outputPath, type OutputPath } from './output-path.ts'
import { canonicalId } from './raw-key.ts'
import type { CanonicalRequest } from './endpoint.ts'
import { headersOf } from './respond.ts'

export interface FileRoute {
  readonly file: OutputPath
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

/** The rendered file that answers a request, or nothing: then `respond` does. `indexOf` reads a folder's index, if rendered. */
export function route(
  request: CanonicalRequest,
  indexOf: (folder: string) => FolderIndex | undefined,
): FileRoute | undefined {
  const file = outputPath(request) ?? outputPath(byCanonicalId(request, canonicalId(request.path.id ?? '')))
  const index = file && indexOf(file.folder)
  if (!index) return undefined
  const alias = index.aliases[request.path.id ?? '']
  const aliased = alias === undefined ? file : outputPath(byCanonicalId(request, alias))
  const etag = aliased && index.files[aliased.name]
  if (!etag) return undefined
  const total = request.endpoint.envelope ? (index.total ?? undefined) : undefined
  return { file: aliased, etag, headers: headersOf(request, total) }
}

const byCanonicalId = (request: CanonicalRequest, id: string): CanonicalRequest => ({
  ...request,
  path: { ...request.path, id },
})
