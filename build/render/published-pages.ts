// nginx reads no index: that it finds a page means that the page is right. So it looks for them by a name that an import takes away.
import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { replaceSymlink } from '../../data/store/files/write-atomic.ts'

/** In a data folder: leads to the pages of the release that was published last, as long as they tell of its catalog. */
export const publishedPagesLink = 'published-pages'

/** Makes a folder of pages the one that is served. */
export function showPages(dataDir: string, folder: string): void {
  replaceSymlink(join(dataDir, publishedPagesLink), relative(dataDir, folder))
}

/** From now on the service answers for all pages. */
export const hidePages = (dataDir: string): void => rmSync(join(dataDir, publishedPagesLink), { force: true })
