// For suites: a service with the small sample world, two days of observations, its site, and a sign-in provider.
import type { InProcessLiveStore } from '../../data/store/live/in-process-live-store.ts'
import type { Feed } from '../../data/api/model/feeds/feeds.ts'
import { TestProvider } from '../../dynamic/account/test/account-service.ts'
import { openLive, openSampleFixture } from '../../dynamic/test/fixtures/test-service.ts'
import { observeSample, sampleNow } from '../../scripts/site/sample-api-client.ts'
import { freePort } from '../../scripts/test/free-port.ts'
import { openSite } from '../server/open-site.ts'

export interface SiteFixture {
  readonly url: string
  /** The live store of the service, of which suites may replace methods. */
  readonly live: InProcessLiveStore
  close(): Promise<void>
}

/** `silentHours`: for how many hours a feed has had no observations. */
export async function openSiteFixture(silentHours: Partial<Record<Feed, number>> = {}): Promise<SiteFixture> {
  const fixture = await openSampleFixture()
  const provider = new TestProvider()
  await provider.start()
  const port = await freePort()
  const live = await openLive(fixture)
  await observeSample(live, 48, ({ feed, at }) => at <= sampleNow - (silentHours[feed] ?? 0) * 3_600_000)
  const { url } = await fixture.serve({
    live,
    port,
    site: await openSite(fixture.dataDir),
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
      await fixture.close()
      await provider.server.stop()
    },
  }
}
