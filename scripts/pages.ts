import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import express from 'express'
import { savePages, type SavedPages, type SavePagesOptions } from '../build/pages/save-pages.ts'
import { catalogFile } from '../build/render/switch.ts'
import { api } from '../data/api/table.ts'
import { parseTarget } from '../data/api/target.ts'
import { Catalog } from '../data/store/catalog.ts'
import { Generation } from '../dynamic/generation.ts'
import { asker, pictureAsker } from '../dynamic/page-asker.ts'
import type { Site } from '../dynamic/site-pages.ts'
import { settingHelps } from '../dynamic/settings.ts'
import { openSampleAsker, type SampleAsker } from './sample-asker.ts'
import { openSite, pageSources } from './site.ts'
import { digestOf } from './source-files.ts'

export interface SavePagesOfOptions extends Pick<SavePagesOptions, 'onProgress'> {
  dataDir: string
  /** Where people will reach the pages. */
  origin: string
  /** False leaves the pictures that links are shown with to the service. */
  cards?: boolean
}

/** Writes the site's pages of the current patch, asked of the site itself, to the data folder. */
export async function savePagesOf({
  dataDir,
  origin,
  cards = true,
  onProgress,
}: SavePagesOfOptions): Promise<SavedPages> {
  const generation = new Generation(new Catalog(join(dataDir, catalogFile), api), dataDir, undefined)
  const server = await serveSite(await openSite(dataDir), generation, origin)
  try {
    return await savePages({
      dataDir,
      origin,
      state: generation.catalog.state,
      site: `${digestOf(pageSources)} ${origin}${cards ? '' : ' without cards'}`,
      without: cards ? undefined : /^\/cards\//,
      first: ['/', '/sitemap.xml', '/robots.txt', '/llms.txt'],
      answer: server.answer,
      onProgress,
    })
  } finally {
    await server.close()
    generation.close()
  }
}

/** Of the reference, which shows live data as an example. */
const isReference = (path: string) => /^\/(docs|errors)(\/|$)/.test(path)

/** What a site answers on a catalog that nobody observes anything for: a page that asks for live data is found out. */
export async function serveSite(site: Site, generation: Generation, origin: string) {
  let sample: Promise<SampleAsker> | undefined
  const live = new Set<string>()
  const errors = new Map<string, unknown>()
  const ask = asker(generation)
  const settings = settingHelps()
  const app = express()
  app.use((req, res, next) => {
    site(req, res, next, {
      api,
      patches: generation.catalog.patches,
      origin,
      settings,
      hasSignIn: false,
      now: Date.now(),
      requestId: 'written',
      onError: (error) => void errors.set(req.path, error),
      picture: pictureAsker(generation),
      async ask(target) {
        if (!api.match(parseTarget(target).segments)?.endpoint.live) return ask(target)
        if (isReference(req.path)) return (await (sample ??= openSampleAsker())).ask(target)
        live.add(req.path)
        return ask(target)
      },
    })
  })
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    answer: async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      const body = Buffer.from(await response.arrayBuffer())
      // What nobody may keep is as good as live: a card whose picture was missing.
      const isFleeting = response.ok && response.headers.get('cache-control') === 'no-store'
      return { status: response.status, body, isLive: isFleeting || live.has(path), error: errors.get(path) }
    },
    async close() {
      server.close()
      await (await sample)?.close()
    },
  }
}
