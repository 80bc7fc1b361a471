// The rendered tree on disk: what the renderer writes and the service reads.
import { join } from 'node:path'
import { FolderIndexReader } from '../../api/static/folder-index.ts'
import { indexFile, manifestFile, nextManifestFile, type Manifest } from '../../api/static/manifest.ts'
import { sha256 } from './etag.ts'
import { readDerivedJson, readIfPresent } from './read-file.ts'

/** The manifest of a data folder; undefined if there is none, none of this format, or a damaged one. */
export const readManifest = (dataDir: string): Manifest | undefined => readManifestFile(join(dataDir, manifestFile))

/** The manifest of the catalog that the last switch was to put in place, if it was interrupted. */
export const readNextManifest = (dataDir: string): Manifest | undefined =>
  readManifestFile(join(dataDir, nextManifestFile))

/** The manifests that a catalog may belong to: after an interrupted switch the next one, whose files are complete. */
export const readManifests = (dataDir: string): readonly Manifest[] =>
  [readManifest(dataDir), readNextManifest(dataDir)].flatMap((manifest) => manifest ?? [])

function readManifestFile(path: string): Manifest | undefined {
  const manifest = readDerivedJson(path) as Manifest | { format: 0 } | null | undefined
  return manifest?.format === 1 ? manifest : undefined
}

/** The index of a folder, if it is the one whose hash the manifest holds. */
export function readIndex(dataDir: string, folder: string, hash: string | undefined): FolderIndexReader | undefined {
  const bytes = hash === undefined ? undefined : readIfPresent(join(dataDir, folder, indexFile))
  return bytes && sha256(bytes) === hash ? FolderIndexReader.read(bytes.toString()) : undefined
}
