import { join } from 'node:path'
import { pagesFolder, pagesIndexFile } from '../../data/api/static/page-files.ts'
import { withDiskFullError } from '../../data/store/files/disk-full.ts'
import { withLock } from '../../data/store/files/import-lock.ts'
import { withImportLock } from '../import-and-render.ts'
import { bundleEdge } from './bundle-edge.ts'
import { unlinkPublishedPages, linkPublishedPages } from '../render/published-pages.ts'
import { makePublishFolder, Release, type Listing } from './release.ts'
import { treeFiles, type TreeOptions } from './tree-files.ts'

export interface PublishTreeOptions extends Partial<TreeOptions> {
  dataDir: string
  /** The publish folder; its link `current` points to the release to serve. */
  to: string
  /** Called while the lock still prevents other publishes to the folder. */
  whilePublished?: (release: PublishedRelease) => void
}

export interface PublishedRelease {
  /** Hash of all names and bytes. */
  readonly hash: string
  readonly folder: string
  readonly files: number
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/** The folder in a release that a CDN serves. */
export const publicFolder = 'public'
/** Where netlify.toml looks for functions. */
export const functionsFolder = 'edge-functions'
/** Several data folders may be published to the same folder, so the import lock is not enough. */
const lockFile = 'publish.lock'

/** Publishes the rendered tree as a new release and makes it the current one. Throws `BusyError` and what `treeFiles` throws. */
export function publishTree({
  dataDir,
  to,
  compressed = false,
  whilePublished,
  ...options
}: PublishTreeOptions): Promise<PublishedRelease> {
  const publish = async (): Promise<PublishedRelease> => {
    const release = new Release(to)
    for (const file of treeFiles(dataDir, { compressed, ...options }))
      release.add({ ...file, name: join(publicFolder, file.name) })
    release.add({ name: join(functionsFolder, 'edge.js'), bytes: await bundleEdge() })
    const { hash, folder, listing, before } = release.finish()
    const hasPages = listing[join(publicFolder, pagesIndexFile)] !== undefined
    if (hasPages) linkPublishedPages(dataDir, join(folder, publicFolder, pagesFolder))
    else unlinkPublishedPages(dataDir)
    return { hash, folder, files: Object.keys(listing).length, ...compareListings(before, listing) }
  }
  // The folder must exist before its lock, and be readable by all users.
  makePublishFolder(to)
  return withLock(join(to, lockFile), `Another publish is at work in ${to}`, async () => {
    const release = await withImportLock(dataDir, () => withDiskFullError(to, publish))
    whilePublished?.(release)
    return release
  })
}

/** Names of the files that were added, changed and removed. */
export function compareListings(
  before: Listing,
  after: Listing,
): Pick<PublishedRelease, 'added' | 'changed' | 'removed'> {
  const names = Object.keys(after)
  return {
    added: names.filter((name) => before[name] === undefined),
    changed: names.filter((name) => before[name] !== undefined && before[name] !== after[name]),
    removed: Object.keys(before).filter((name) => after[name] === undefined),
  }
}
