import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { bulkFolder } from '../../data/api/model/values/bulk-files.ts'
import { indexFile, manifestFile, nextManifestFile, type Manifest } from '../../data/api/static/manifest.ts'
import { folderOf, staticRoot } from '../../data/api/static/output-path.ts'
import { BulkListings } from '../../data/store/files/bulk-listings.ts'
import { fsyncPath, syncFileSystem } from '../../data/store/files/fsync.ts'
import { hasHash } from '../../data/store/files/etag.ts'
import { linkOrCopy } from '../../data/store/files/place-file.ts'
import { readIndex, readManifest, readNextManifest } from '../../data/store/files/tree.ts'
import { unlinkPublishedPages } from './published-pages.ts'

export const catalogFile = 'catalog.db'
/** The catalog that will replace the current one. */
export const nextCatalogFile = 'catalog.next.db'
/** The folder for temporary files of commands and instances, which is removed with its content. */
export const temporaryFolder = '.import-tmp'
/** The catalog from before the last import, for a rollback. */
export const previousCatalogFile = 'catalog.previous.db'
/** The catalog that a switch is replacing, until the new one is in its place. */
export const replacedCatalogFile = `${previousCatalogFile}.new`

/**
 * Switches to a rendered tree and, if there is one, to a new catalog: fsyncs the tree, renames the catalog into its place,
 * and writes the manifest last. A power cut at any point leaves either the old state or the new one. Published pages of
 * another state are unlinked first. The caller completes the switch with `finishSwitch`.
 */
export async function switchTo(dataDir: string, manifest: Manifest, newCatalog?: string): Promise<void> {
  if (readManifest(dataDir)?.state !== manifest.state) unlinkPublishedPages(dataDir)
  removeTemporaryManifests(dataDir)
  const text = JSON.stringify(manifest)
  // A service that starts between the two renames finds the manifest of the catalog here. `finishSwitch` removes it.
  writeFileAtomic.sync(join(dataDir, nextManifestFile), text)
  await syncFileSystem(dataDir)
  if (newCatalog) {
    fsyncPath(newCatalog)
    addSecondName(dataDir)
    renameSync(newCatalog, join(dataDir, catalogFile))
    keepPrevious(dataDir)
    fsyncPath(dataDir)
  }
  writeFileAtomic.sync(join(dataDir, manifestFile), text)
  fsyncPath(dataDir)
}

/** Whether the last switch was not finished, so that any scope may contain files that it replaced. */
export const isSwitchUnfinished = (dataDir: string): boolean => existsSync(join(dataDir, nextManifestFile))

/** Completes a switch: removes bulk files that are no longer listed, and rendered files that are not, in `changed` scopes. */
export function finishSwitch(dataDir: string, manifest: Manifest, changed: ReadonlySet<string>): void {
  removeStale(dataDir, manifest, changed)
  removeStaleBulk(dataDir, manifest)
  rmSync(join(dataDir, nextManifestFile), { force: true })
}

const unfinishedNames = [manifestFile, nextManifestFile].map((name) => `${name}.`)

/** Removes temporary files of manifests whose writer was killed; write-file-atomic appends a number to their names. */
export function removeTemporaryManifests(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (/\.\d+$/.test(name) && unfinishedNames.some((one) => name.startsWith(one))) rmSync(join(dataDir, name))
}

/** Gives the current catalog a second name, which remains when the new catalog takes the first one. */
function addSecondName(dataDir: string): void {
  const current = join(dataDir, catalogFile)
  const second = join(dataDir, replacedCatalogFile)
  rmSync(second, { force: true })
  if (!existsSync(current)) return
  linkOrCopy(current, second)
  fsyncPath(second)
}

/**
 * Retains the replaced catalog for a rollback. This is done only once the new catalog is in its place: if the switch is
 * interrupted before, the previously retained catalog is still needed.
 */
function keepPrevious(dataDir: string): void {
  const replaced = join(dataDir, replacedCatalogFile)
  if (!existsSync(replaced)) return
  renameSync(replaced, join(dataDir, previousCatalogFile))
  // If both names already referred to the same file, the rename did nothing.
  rmSync(replaced, { force: true })
}

/**
 * Recovers from an interrupted switch: retains the catalog that it replaced, or removes the second name of the catalog
 * if it is still the current one.
 */
export async function recoverInterruptedSwitch(dataDir: string): Promise<void> {
  const [replaced, current] = [join(dataDir, replacedCatalogFile), join(dataDir, catalogFile)]
  if (!existsSync(replaced)) return
  if (await hasHash(current, readNextManifest(dataDir)?.catalog)) keepPrevious(dataDir)
  else rmSync(replaced)
}

/** Removes bulk files that no listing of the manifest contains; open files can still be read to the end. */
function removeStaleBulk(dataDir: string, manifest: Manifest): void {
  const root = join(dataDir, bulkFolder)
  if (!existsSync(root)) return
  const named = new BulkListings(dataDir, manifest).fileNames()
  for (const name of readdirSync(root)) if (!named.has(name)) rmSync(join(root, name), { force: true })
  if (named.size === 0) rmSync(root, { recursive: true })
}

/** Removes what the manifest does not list: patches that are no longer rendered and, in `changed` scopes, files without an entry. */
function removeStale(dataDir: string, manifest: Manifest, changed: ReadonlySet<string>): void {
  const root = join(dataDir, staticRoot)
  if (!existsSync(root)) return
  for (const scope of readdirSync(root)) {
    const rendered = manifest.scopes[scope]
    if (rendered && !changed.has(scope)) continue
    for (const name of rendered ? readdirSync(join(root, scope)) : ['']) {
      const index = readIndex(dataDir, folderOf(Number(scope), name), rendered?.folders[name])
      if (index) removeUnlisted(join(root, scope, name), index.all('files'))
      else rmSync(join(root, scope, name), { recursive: true, force: true })
    }
  }
}

function removeUnlisted(folder: string, files: Readonly<Record<string, string>>): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1).replace(/\.json(\.br|\.gz)?$/, '')
    if (entry.isDirectory() || path === join(folder, indexFile) || Object.hasOwn(files, name)) continue
    rmSync(path, { force: true })
  }
}
