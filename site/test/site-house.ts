// For suites: the small sample world with two days of observations, its site, and a sign-in provider beside it.
import { join } from 'node:path'
import { CatalogItems } from '../../data/store/live/catalog-items.ts'
import { LiveHere } from '../../data/store/live/live-here.ts'
import type { Feed } from '../../data/api/live/feeds.ts'
import { TestProvider } from '../../dynamic/account/test-house.ts'
import { freePort, openSampleHouse } from '../../dynamic/test/house.ts'
import { observeSample, sampleNow } from '../../scripts/sample-asker.ts'
import { openSite } from '../../scripts/site.ts'

export interface SiteHouse {
  readonly url: string
  /** What the service reads: suites may put other reads in. */
  readonly live: LiveHere
  close(): Promise<void>
}

/** `silentHours`: since when a feed says nothing. */
export async function openSiteHouse(silentHours: Partial<Record<Feed, number>> = {}): Promise<SiteHouse> {
  const house = await openSampleHouse()
  const provider = new TestProvider()
  await provider.start()
  const port = await freePort()
  const live = await LiveHere.open(house.dataDir, new CatalogItems(join(house.dataDir, 'catalog.db'), house.api))
  await observeSample(live, 48, ({ feed, at }) => at <= sampleNow - (silentHours[feed] ?? 0) * 3_600_000)
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
