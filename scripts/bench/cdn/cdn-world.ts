import { join } from 'node:path'
import { importAndRender } from '../../../build/import-and-render.ts'
import { canonicalPath } from '../../../data/api/request/canonical-url.ts'
import { assetOf, renderedFilesOf, type Endpoint } from '../../../data/api/model/endpoint.ts'
import { staticRequests } from '../../../data/api/static/static-requests.ts'
import { api } from '../../../data/api/table.ts'
import { linesByFeed, SimulatedObserver } from '../../../data/sample/observer/simulated-observer.ts'
import { writeSampleWorld } from '../../../data/sample/world.ts'
import { Catalog } from '../../../data/store/catalog/catalog.ts'
import { CatalogItems } from '../../../data/store/live/intake/catalog-items.ts'
import { InProcessLiveStore } from '../../../data/store/live/in-process-live-store.ts'
import { readRows } from '../measure/bundles.ts'
import type { Askable } from './cdn-trace.ts'
import { itemQueries } from '../measure/queries.ts'

const maxPageSize = 250
const distinctQueries = 3000
const step = 3_600_000

interface CdnWorld {
  readonly dataDir: string
  readonly askable: Askable
}

/** Imports the sample world and stores `hours` of observations of it. */
export async function openCdnWorld(folder: string, quick: boolean, hours: number): Promise<CdnWorld> {
  const scale = quick ? 'small' : 'full'
  const bundles = await writeSampleWorld(join(folder, 'world'), { scale })
  const dataDir = join(folder, 'data')
  await importAndRender(bundles, { api, dataDir, patches: 'all' })
  const catalogFile = join(dataDir, 'catalog.db')
  const live = await InProcessLiveStore.open({ dataDir }, new CatalogItems(catalogFile, api))
  await observe(live, scale, hours)
  const [season] = (await live.leaderboards.seasons()).value.slice(-1)
  const sheets = season ? (await live.leaderboards.sheets(season.id)).value : []
  await live.close()
  const catalog = new Catalog(catalogFile, api)
  const queries = itemQueries(readRows(bundles.at(-1) ?? '', 'items.ndjson'), distinctQueries, 'cdn')
  const ladders = sheets.map(({ id }) => `/v2/leaderboards/seasons/${season?.id}/sheets/${id}`)
  const askable = { ...askableOf(catalog), queries, sheets: ladders }
  catalog.close()
  return { dataDir, askable }
}

async function observe(live: InProcessLiveStore, scale: 'full' | 'small', hours: number): Promise<void> {
  const observer = new SimulatedObserver({ scale })
  const now = Date.now()
  for (let from = now - hours * step; from < now; from += step)
    for (const [feed, text] of linesByFeed(observer.between(from, Math.min(now, from + step))))
      await live.ingest(feed, { bytes: Buffer.from(text), firstLine: 1 }, Date.now())
}

function askableOf(catalog: Catalog): Omit<Askable, 'queries' | 'sheets'> {
  const current = catalog.patches.current()
  const of = (which: (endpoint: Endpoint) => boolean) =>
    api.endpoints.filter(which).flatMap((endpoint) => {
      const ids = endpoint.resource && current ? catalog.ids(endpoint.resource, current.id) : []
      return ids.map((id) => endpoint.path.replace('{id}', encodeURIComponent(id)))
    })
  const lists = api.endpoints
    .filter(
      (endpoint) =>
        renderedFilesOf(endpoint)?.by === 'page' &&
        endpoint.mode.name === 'byPatch' &&
        endpoint.envelope?.limits.max === maxPageSize,
    )
    .map((endpoint): [string, number] => {
      const ids = endpoint.resource && current ? catalog.ids(endpoint.resource, current.id) : []
      const pages = [...staticRequests(endpoint, current, { total: ids.length, ids })]
      return [canonicalPath(pages[0] ?? never()), Math.max(1, Math.ceil(ids.length / maxPageSize))]
    })
  const idsOf = (name: string) => of(({ id }) => id === name).map((path) => path.slice(path.lastIndexOf('/') + 1))
  const media = Object.entries(catalog.assets())
  return {
    patches: catalog.patches.all.filter(({ branch }) => branch === 'main').map(({ id }) => id),
    items: idsOf('items.single'),
    merchants: idsOf('merchants.single'),
    rows: of((one) => renderedFilesOf(one)?.by === 'row' && one.mode.column !== undefined && one.id !== 'items.single'),
    lists,
    icons: of((one) => assetOf(one)?.column === 'icon' && one.path.endsWith('/icon')),
    pictures: media.flatMap(([hash, type]) => (type === 'image/png' ? [hash] : [])),
  }
}

function never(): never {
  throw new Error('a list has no page')
}
