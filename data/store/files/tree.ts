// Reads the rendered tree of a data folder.
import { join } from 'node:path'
import { FolderIndexReader } from '../../api/static/folder-index.ts'
import { indexFile, manifestFile, nextManifestFile, type Manifest } from '../../api/static/manifest.ts'
import { sha256 } from './etag.ts'
import { readDerivedJson, readIfPresent } from './read-file.ts'

/** The manifest of a data folder; undefined if it is missing, damaged or of another format. */
export const readManifest = (dataDir: string): Manifest | undefined => readManifestFile(join(dataDir, manifestFile))

/** The manifest of the next catalog, if a switch to it is under way or was interrupted. */
export const readNextManifest = (dataDir: string): Manifest | undefined =>
  readManifestFile(join(dataDir, nextManifestFile))

/**
 * The manifests that the catalog may belong to. After an interrupted switch it may be the next one, whose files are
 * complete.
 */
export const readManifests = (dataDir: string): readonly Manifest[] =>
  [readManifest(dataDir), readNextManifest(dataDir)].flatMap((manifest) => manifest ?? [])

function readManifestFile(path: string): Manifest | undefined {
  const manifest = readDerivedJson(path) as Manifest | { format: 0 } | null | undefined
  return manifest?.format === 1 ? manifest : undefined
}

/** The index of a folder; undefined if it is missing or does not have the hash from the manifest. */
export function readIndex(dataDir: string, folder: string, hash: string | undefined): FolderIndexReader | undefined {
  const bytes = hash === undefined ? undefined : readIfPresent(join(dataDir, folder, indexFile))
  return bytes && sha256(bytes) === hash ? FolderIndexReader.read(bytes.toString()) : undefined
}
