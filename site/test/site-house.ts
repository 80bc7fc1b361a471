// For suites: the small sample world with two days of observations, its site, and a sign-in provider beside it.
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { CatalogItems } from '../../data/store/live/catalog-items.ts'
import { LiveHere } from '../../data/store/live/live-here.ts'
import { api } from '../../data/api/table.ts'
import { SimulatedObserver, type Feed } from '../../data/sample/observer/simulated-observer.ts'
import { TestProvider } from '../../dynamic/account/test-house.ts'
import { openSampleHouse, type House } from '../../dynamic/test/house.ts'
import { openSite } from '../../scripts/site.ts'

export const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
export const hasChromium = existsSync(executablePath)
if (!hasChromium) console.log(`SKIPPED pages in a browser: there is no ${executablePath}`)
if (!hasChromium && process.env.REQUIRE_EVERY_SUITE === '1') throw new Error(`There is no ${executablePath}`)

const hourMs = 3_600_000

export interface SiteHouse {
  readonly url: string
  /** What the service reads: suites may put other reads in. */
  readonly live: LiveHere
  close(): Promise<void>
}

/** `silentHours`: how long ago a feed was last seen; a minute where nothing is said. */
export async function openSiteHouse(silentHours: Partial<Record<Feed, number>> = {}): Promise<SiteHouse> {
  const house = await openSampleHouse()
  const provider = new TestProvider()
  await provider.start()
  const port = await freePort()
  const live = await openLive(house, silentHours)
  const { url } = await house.serve({
    live,
    port,
    site: await openSite(house.dataDir),
    account: {
      publicUrl: `http://127.0.0.1:${port}`,
      sessionSecret: 'a-session-secret-of-more-than-32-characters',
      provider: provider.options,
    },
  })
  return {
    url,
    live,
    async close() {
      await house.close()
      await provider.server.stop()
    },
  }
}

async function openLive({ dataDir }: House, silentHours: Partial<Record<Feed, number>>): Promise<LiveHere> {
  const live = await LiveHere.open(dataDir, new CatalogItems(join(dataDir, 'catalog.db'), api))
  const now = Date.now()
  const lines = new Map<Feed, string[]>()
  for (const { feed, line } of new SimulatedObserver({ scale: 'small' }).between(now - 48 * hourMs, now))
    if (seenAt(line) <= now - (silentHours[feed] ?? 0) * hourMs)
      lines.set(feed, [...(lines.get(feed) ?? []), JSON.stringify(line)])
  for (const [feed, texts] of lines) await live.take(feed, { bytes: Buffer.from(texts.join('\n')), firstLine: 1 }, now)
  return live
}

const seenAt = (line: object): number => {
  const { timestamp } = line as { timestamp?: string }
  return timestamp === undefined ? 0 : Date.parse(timestamp)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
