import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bulkFolder } from '../../data/api/model/values/bulk-files.ts'
import { assetName, pictureFormats, pictureSizes } from '../../data/api/model/values/asset-names.ts'
import { Problem, problemAnswer, problems, type ProblemCode } from '../../data/api/model/values/errors.ts'
import {
  indexFile,
  manifestFile,
  publishedCatalog,
  siblingExtensions,
  type Manifest,
  type SiblingEncoding,
} from '../../data/api/static/manifest.ts'
import { folderOf } from '../../data/api/static/output-path.ts'
import { pageFile, pagesFolder, pagesIndexFile, type PagesIndex } from '../../data/api/static/page-files.ts'
import { hexEtag, sha256 } from '../../data/store/files/etag.ts'
import { BulkListings } from '../../data/store/files/bulk-listings.ts'
import { readIndex, readManifest } from '../../data/store/files/tree.ts'
import { catalogFile } from '../render/switch.ts'
import { readPages } from '../pages/save-pages.ts'

/** A file of the published tree, with its bytes or the path to read them from. */
export type TreeFile = { readonly name: string; readonly bytes: string } | FileOnDisk

export interface FileOnDisk {
  readonly name: string
  readonly path: string
  /** The expected hash of its bytes, if known. */
  readonly etag?: string
  /** What the user can do if the file is missing or damaged. */
  readonly remedy?: string
}

const renderAgain = 'run `npm run render -- --all` first'
const importAgain = 'run `npm run import -- <bundle> --replace` with a bundle that has it'
const saveAgain = (dataDir: string) => `remove ${join(dataDir, pagesIndexFile)}, and publish again`

export interface TreeOptions {
  /** Includes the compressed siblings. */
  compressed: boolean
  /** The folder of the files that pages load, such as scripts; they are published at the root. */
  siteFiles?: string
  /** False leaves all pages to the service; `required` makes it an error if there are no saved pages of the current state. */
  pages?: boolean | 'required'
  /** False leaves out the catalog, which instances with CATALOG_URL download. */
  catalog?: boolean
}

/** All files of a data folder that a CDN serves. Throws an `Error` for the user if the rendered tree is not complete. */
export function* treeFiles(
  dataDir: string,
  { compressed, siteFiles, pages = true, catalog = true }: TreeOptions,
): Generator<TreeFile> {
  const manifest = readManifest(dataDir)
  if (!manifest) throw new Error(`${dataDir} has no rendered tree: run \`npm run import\` or \`npm run render\` first.`)
  const written = pages === false ? undefined : currentPagesIndex(dataDir, manifest)
  if (pages === 'required' && written === undefined)
    throw new Error(
      'The pages do not show the state from which the files were rendered, for example because an import ended meanwhile: run `npm run render`, then publish again.',
    )
  const encodings = compressed ? (Object.keys(siblingExtensions) as SiblingEncoding[]) : undefined
  yield { name: manifestFile, bytes: JSON.stringify({ ...manifest, pages: written && sha256(written), encodings }) }
  yield* errorDocuments()
  for (const [scope, { folders }] of Object.entries(manifest.scopes)) {
    for (const [name, hash] of Object.entries(folders)) {
      const folder = folderOf(Number(scope), name)
      const index = readIndex(dataDir, folder, hash)
      if (!index) throw new Error(`${folder} is not the one that the manifest lists: run \`npm run render\` first.`)
      yield { name: `${folder}/${indexFile}`, path: join(dataDir, folder, indexFile) }
      for (const [file, etag] of Object.entries(index.all('files'))) {
        yield { name: `${folder}/${file}.json`, path: join(dataDir, folder, `${file}.json`), etag }
        if (compressed) yield* siblingsOf(dataDir, `${folder}/${file}.json`)
      }
      for (const [asset, media] of Object.entries(index.all('assets')))
        for (const variant of variantsOf(asset, media))
          yield { name: `assets/${variant}`, path: join(dataDir, 'assets', variant), remedy: importAgain }
    }
  }
  if (catalog)
    yield { name: publishedCatalog(manifest), path: join(dataDir, catalogFile), etag: hexEtag(manifest.catalog) }
  for (const name of new BulkListings(dataDir, manifest).fileNames())
    yield { name: `${bulkFolder}/${name}`, path: join(dataDir, bulkFolder, name) }
  if (siteFiles !== undefined) yield* filesBelow(siteFiles)
  if (written !== undefined) yield* pageFiles(dataDir, written, compressed)
}

/** All files below a folder, with names relative to it. */
export function* filesBelow(folder: string): Generator<FileOnDisk> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) yield { name: relative(folder, path), path }
  }
}

/** The text of the index of saved pages; undefined if they show another state of the catalog, so that the service has to answer. */
function currentPagesIndex(dataDir: string, { state }: Manifest): string | undefined {
  const index = readPages(dataDir)
  return index?.state === state ? JSON.stringify(index) : undefined
}

function* pageFiles(dataDir: string, index: string, compressed: boolean): Generator<TreeFile> {
  yield { name: pagesIndexFile, bytes: index }
  for (const [path, etag] of Object.entries((JSON.parse(index) as PagesIndex).pages)) {
    const name = `${pagesFolder}/${pageFile(path)}`
    yield { name, path: join(dataDir, name), etag, remedy: saveAgain(dataDir) }
    if (compressed) yield* siblingsOf(dataDir, name)
  }
}

function* siblingsOf(dataDir: string, name: string): Generator<TreeFile> {
  for (const ending of Object.values(siblingExtensions)) {
    const path = join(dataDir, name + ending)
    if (existsSync(path)) yield { name: name + ending, path }
  }
}

function variantsOf(hash: string, media: string): string[] {
  if (!media.startsWith('image/')) return [assetName(hash)]
  return [undefined, ...pictureSizes].flatMap((size) => pictureFormats.map((format) => assetName(hash, size, format)))
}

/** Bodies of the errors that a file server answers with, in the form of the API's problems. */
function* errorDocuments(): Generator<TreeFile> {
  for (const [code, { title }] of Object.entries(problems))
    yield { name: `_errors/${code}.json`, bytes: problemAnswer(new Problem(code as ProblemCode, `${title}.`)).body }
}

/** The error about a missing or damaged file of the data folder. */
export const brokenFileError = (what: string, { remedy = renderAgain }: FileOnDisk): Error =>
  new Error(`${what}: ${remedy}.`)

/** The bytes of a file, from memory or disk. */
export const readTreeFile = (file: TreeFile): Buffer =>
  'bytes' in file ? Buffer.from(file.bytes) : readFileSync(file.path)
