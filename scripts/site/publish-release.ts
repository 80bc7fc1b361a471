import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { publishTree, type PublishedRelease, type PublishTreeOptions } from '../../build/publish-tree/publish-tree.ts'
import { makePublishFolder } from '../../build/publish-tree/release.ts'
import { catalogFile } from '../../build/render/switch.ts'
import { api } from '../../data/api/table.ts'
import { checkCatalogFile } from '../../data/store/catalog/catalog-schema.ts'
import { accountSettings } from '../../dynamic/account/account-settings.ts'
import type { Settings } from '../../dynamic/settings.ts'
import { savePagesOf } from './pages.ts'
import { createProgress } from '../command/progress.ts'
import { siteFiles } from '../../site/server/open-site.ts'
import { buildSite } from './build-site.ts'

interface PublishReleaseOptions extends Pick<PublishTreeOptions, 'to' | 'compressed' | 'catalog' | 'whilePublished'> {
  /** Also saves the site's pages; without this the service answers all of them. */
  pages: boolean
  /** Also saves the Open Graph cards of the pages. */
  cards: boolean
}

/** Publishes the tree, pages and their resources as a release, and shows the progress of the pages. */
export async function publishRelease(
  settings: Settings,
  { pages, cards, ...options }: PublishReleaseOptions,
): Promise<PublishedRelease> {
  const { DATA_DIR: dataDir } = settings
  const catalog = join(dataDir, catalogFile)
  if (!existsSync(catalog))
    throw new Error(
      `There is no catalog in ${dataDir}: set DATA_DIR to the folder of the service, or import a patch first.`,
    )
  checkCatalogFile(catalog, api)
  const { publicUrl: origin } = accountSettings(settings)
  if (pages && settings.PUBLIC_URL === '')
    console.error(`PUBLIC_URL is not set: pages, feeds and cards will say that people reach them at ${origin}`)
  makePublishFolder(options.to)
  await buildSite()
  if (!pages) return publishTree({ dataDir, ...options, siteFiles: siteFiles(), pages })
  const progress = createProgress('Pages')
  try {
    const saved = await savePagesOf({
      dataDir,
      origin,
      cards,
      onProgress: ({ done, total }) => progress.update('written', done, total),
    })
    progress.stop()
    console.error(`${saved.pages} pages: ${saved.written} written, ${saved.removed} files removed`)
  } finally {
    progress.stop()
  }
  return publishTree({ dataDir, ...options, siteFiles: siteFiles(), pages: 'required' })
}
