// nginx cannot read the index of pages: it serves any page that it finds, so it looks for pages below a link, which
// every import removes.
import { realpathSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { replaceSymlink } from '../../data/store/files/write-atomic.ts'

/** Name of the link in the data folder to the pages of the latest release. It exists as long as these match the catalog. */
export const publishedPagesLink = 'published-pages'

/** Points the link to another folder of pages. */
export function linkPublishedPages(dataDir: string, folder: string): void {
  // A relative link is resolved from the real path of the data folder.
  replaceSymlink(join(dataDir, publishedPagesLink), relative(realpathSync(dataDir), realpathSync(folder)))
}

/** Removes the link, so that the service answers for all pages. */
export const unlinkPublishedPages = (dataDir: string): void =>
  rmSync(join(dataDir, publishedPagesLink), { force: true })
