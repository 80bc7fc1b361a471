import { execFile } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { indexFile, manifestFile, type Manifest } from '../../data/api/manifest.ts'
import { folderOf, staticRoot } from '../../data/api/output-path.ts'
import { readIndex, readManifest } from '../../data/store/tree.ts'
import { hidePages } from './published-pages.ts'

export const catalogFile = 'catalog.db'
/** The catalog before the last import, for the way back. */
export const previousCatalogFile = 'catalog.previous.db'

/**
 * Makes a rendered tree, and a new catalog if there is one, the ones that are served: the tree is flushed, the catalog
 * renamed into its place, the manifest written last. A power cut at any point leaves the old state or the new one whole.
 * Published pages of another state are not served from before that on.
 */
export async function switchTo(dataDir: string, manifest: Manifest, newCatalog?: string): Promise<void> {
  if (readManifest(dataDir)?.state !== manifest.state) hidePages(dataDir)
  await flush(dataDir)
  if (newCatalog) {
    sync(newCatalog)
    keepPrevious(dataDir)
    renameSync(newCatalog, join(dataDir, catalogFile))
    sync(dataDir)
  }
  const path = join(dataDir, manifestFile)
  writeFileSync(`${path}.new`, JSON.stringify(manifest))
  sync(`${path}.new`)
  renameSync(`${path}.new`, path)
  sync(dataDir)
}

/** The current catalog under a second name, which stays when the first one goes to the new catalog. */
function keepPrevious(dataDir: string): void {
  const current = join(dataDir, catalogFile)
  const kept = join(dataDir, previousCatalogFile)
  if (!existsSync(current)) return
  rmSync(`${kept}.new`, { force: true })
  linkSync(current, `${kept}.new`)
  renameSync(`${kept}.new`, kept)
  // Where both names were one file already, the rename did nothing.
  rmSync(`${kept}.new`, { force: true })
}

function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Writes the file system's cache to disk. Where `sync` knows no `-f`, everything is flushed. */
async function flush(folder: string): Promise<void> {
  const run = promisify(execFile)
  await run('sync', ['-f', folder]).catch(() => run('sync'))
}

/** Removes what the manifest does not name: patches no longer rendered, and in `changed` scopes files of rows that went. */
export function removeStale(dataDir: string, manifest: Manifest, changed: ReadonlySet<string>): number {
  const root = join(dataDir, staticRoot)
  if (!existsSync(root)) return 0
  let removed = 0
  for (const scope of readdirSync(root)) {
    const rendered = manifest.scopes[scope]
    if (rendered && !changed.has(scope)) continue
    for (const name of rendered ? readdirSync(join(root, scope)) : ['']) {
      const index = readIndex(dataDir, folderOf(Number(scope), name), rendered?.folders[name])
      removed += index ? removeUnlisted(join(root, scope, name), index.files) : remove(join(root, scope, name))
    }
  }
  return removed
}

function removeUnlisted(folder: string, files: Readonly<Record<string, string>>): number {
  let removed = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1).replace(/\.json(\.br|\.gz)?$/, '')
    if (entry.isDirectory() || path === join(folder, indexFile) || Object.hasOwn(files, name)) continue
    removed += remove(path)
  }
  return removed
}

function remove(path: string): number {
  rmSync(path, { recursive: true, force: true })
  return 1
}
