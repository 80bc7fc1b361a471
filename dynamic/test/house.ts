// For suites: a data folder of its own with the sample world in it, and a service on it.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { importAndRender, type ImportAndRenderOptions } from '../../build/publish.ts'
import type { Api } from '../../data/api/api.ts'
import { api as theApi } from '../../data/api/table.ts'
import { writeSampleWorld } from '../../data/sample/world.ts'
import { Accounts, accountsFile } from '../../data/store/accounts/accounts.ts'
import { scopes } from '../../data/store/accounts/scopes.ts'
import { Catalog } from '../../data/store/catalog.ts'
import { CatalogItems } from '../../data/store/live/catalog-items.ts'
import { LiveHere } from '../../data/store/live/live-here.ts'
import { startService, type Service, type ServiceOptions } from '../service.ts'
import type { Site } from '../site-pages.ts'

/** What suites ask that are not about quotas. */
const unlimited = { anonymous: 100_000_000, key: 100_000_000, tiers: {} }

/** A service, and a key that may do whatever keys can be for. */
export interface ServedHouse extends Service {
  readonly key: string
}

export interface ServeOptions extends Partial<Omit<ServiceOptions, 'site'>> {
  readonly site?: Site
}

export interface House {
  readonly api: Api
  readonly dataDir: string
  /** Opens the catalog as it is now; closed with the house. */
  catalog(): Catalog
  /** A site's public URL is the account's, or else the one of the service. */
  serve(overrides?: ServeOptions): Promise<ServedHouse>
  import(bundles: readonly string[], options?: Partial<ImportAndRenderOptions>): ReturnType<typeof importAndRender>
  close(): Promise<void>
}

/** The house's live store, at an instant that stays the same: what is asked twice is answered alike. */
export async function liveAt({ api, dataDir }: House, now: number): Promise<LiveHere> {
  const live = await LiveHere.open(dataDir, new CatalogItems(join(dataDir, 'catalog.db'), api))
  live.now = () => now
  return live
}

/** The first instant of the sample world: patches imported a minute apart, so that runs give the same bytes. */
export function sampleClock(): () => Date {
  let minute = 0
  return () => new Date(Date.UTC(2026, 0, 1, 12, minute++))
}

/** An empty house; `await house.import(await sampleBundles(house))` moves the small sample world in. */
export function openHouse(api: Api = theApi): House {
  const dataDir = mkdtempSync(join(tmpdir(), 'house-'))
  const catalogs: Catalog[] = []
  const services: Service[] = []
  const now = sampleClock()
  return {
    api,
    dataDir,
    catalog() {
      const catalog = new Catalog(join(dataDir, 'catalog.db'), api)
      catalogs.push(catalog)
      return catalog
    },
    async serve({ site, ...overrides } = {}) {
      const log = pino({ level: 'silent' })
      const port = site ? await freePort() : 0
      const options = {
        api,
        live: await LiveHere.open(dataDir, new CatalogItems(join(dataDir, 'catalog.db'), api)),
        observer: { host: '127.0.0.1', port: 0 },
        dataDir,
        host: '127.0.0.1',
        port,
        trustProxy: 0,
        rateLimits: unlimited,
        build: { version: 'test' },
        log,
      }
      const publicUrl = overrides.account?.publicUrl ?? `http://127.0.0.1:${overrides.port ?? port}`
      const service = await startService({ ...options, ...overrides, site: site && { answer: site, publicUrl } })
      services.push(service)
      return { ...service, key: await newKey(dataDir) }
    },
    import: (bundles, options) => importAndRender(bundles, { api, dataDir, patches: 'all', now, ...options }),
    async close() {
      for (const service of services) await service.close()
      for (const catalog of catalogs) catalog.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** For what has to name its own address before it listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function newKey(dataDir: string): Promise<string> {
  const accounts = await Accounts.open(join(dataDir, accountsFile))
  const { id } = await accounts.owners.grant('suite', scopes)
  const { key } = await accounts.keys.create(id, { name: 'suite', scopes })
  await accounts.close()
  return key
}

export const sampleBundles = (house: House, scale: 'full' | 'small' = 'small'): Promise<string[]> =>
  writeSampleWorld(join(house.dataDir, 'bundles'), { scale })

/** A house with the small sample world, imported and rendered. */
export async function openSampleHouse(): Promise<House> {
  const house = openHouse()
  await house.import(await sampleBundles(house))
  return house
}
