import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import express from 'express'
import { savePages, type SavedPages, type SavePagesOptions } from '../../build/pages/save-pages.ts'
import { catalogFile } from '../../build/render/switch.ts'
import { api } from '../../data/api/table.ts'
import { parseTarget } from '../../data/api/request/target.ts'
import { Catalog } from '../../data/store/catalog/catalog.ts'
import { Generation } from '../../dynamic/catalog/generation.ts'
import { createApiClient, createPictureClient } from '../../dynamic/pages/api-client.ts'
import { openSite } from '../../site/server/open-site.ts'
import type { Site } from '../../site/server/site-interface.ts'
import { metricHelps } from '../../dynamic/metrics/metric-list.ts'
import { settingHelps } from '../../dynamic/setting-list.ts'
import { openSampleApiClient, type SampleApiClient } from './sample-api-client.ts'
import { buildSite, pageSources } from './build-site.ts'
import { digestOf } from './source-files.ts'

interface SavePagesOfOptions extends Pick<SavePagesOptions, 'onProgress' | 'without'> {
  dataDir: string
  /** The public origin of the pages. */
  origin: string
  /** False leaves Open Graph cards to the service. */
  cards?: boolean
}

/** Writes the pages of the current patch to the data folder. */
export async function savePagesOf({
  dataDir,
  origin,
  cards = true,
  without,
  onProgress,
}: SavePagesOfOptions): Promise<SavedPages> {
  await buildSite()
  const generation = new Generation(new Catalog(join(dataDir, catalogFile), api), dataDir, undefined)
  const server = await serveSite(await openSite(dataDir), generation, origin)
  try {
    return await savePages({
      dataDir,
      origin,
      state: generation.catalog.state,
      site: `${digestOf(pageSources)} ${origin}${cards ? '' : ' without cards'}`,
      without: cards ? without : /^\/cards\//,
      first: ['/', '/sitemap.xml', '/robots.txt', '/llms.txt'],
      answer: server.answer,
      onProgress,
    })
  } finally {
    await server.close()
    generation.close()
  }
}

/** Whether the page belongs to the reference, which shows live data as examples. */
const isReference = (path: string) => /^\/(docs|errors)(\/|$)/.test(path)

/** Serves the site on a catalog without live data, and detects pages that request live data. */
export async function serveSite(site: Site, generation: Generation, origin: string) {
  let sample: Promise<SampleApiClient> | undefined
  const live = new Set<string>()
  const errors = new Map<string, unknown>()
  const fetchApi = createApiClient(generation)
  const settings = settingHelps()
  const app = express()
  app.use((req, res, next) => {
    site(req, res, next, {
      api,
      patches: generation.catalog.patches,
      catalog: generation.catalog,
      pageCache: generation.catalog.parsed,
      origin,
      settings,
      metrics: metricHelps(),
      signIn: 'off',
      now: Date.now(),
      requestId: 'written',
      onError: (error) => void errors.set(req.path, error),
      picture: createPictureClient(generation),
      async fetchApi(target) {
        if (api.match(parseTarget(target).segments)?.endpoint.kind !== 'live') return fetchApi(target)
        if (isReference(req.path)) return (await (sample ??= openSampleApiClient())).fetchApi(target)
        live.add(req.path)
        return fetchApi(target)
      },
    })
  })
  const server = createServer(app)
  // If an idle connection were closed while a page keeps the thread busy, the next request would fail.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    answer: async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      const body = Buffer.from(await response.arrayBuffer())
      // Uncacheable answers count as live, such as a card whose picture was missing.
      const isFleeting = response.ok && response.headers.get('cache-control') === 'no-store'
      return { status: response.status, body, isLive: isFleeting || live.has(path), error: errors.get(path) }
    },
    async close() {
      server.close()
      await (await sample)?.close()
    },
  }
}
