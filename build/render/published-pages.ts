// nginx reads no index: it serves any page that it finds. So it looks for pages below a link that an import removes.
import { realpathSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { replaceSymlink } from '../../data/store/files/write-atomic.ts'

/** A link in the data folder to the pages of the latest release, which exists while these match the catalog. */
export const publishedPagesLink = 'published-pages'

/** Switches to another folder of pages. */
export function linkPublishedPages(dataDir: string, folder: string): void {
  // The system follows the link from where the data folder really is.
  replaceSymlink(join(dataDir, publishedPagesLink), relative(realpathSync(dataDir), realpathSync(folder)))
}

/** Removes the link: the service answers for all pages. */
export const unlinkPublishedPages = (dataDir: string): void =>
  rmSync(join(dataDir, publishedPagesLink), { force: true })
