// For suites: a service with the sample world and its site.
import { openSampleFixture, type ServedFixture } from '../../dynamic/test/fixtures/test-service.ts'
import { openSite } from '../server/open-site.ts'

export interface SampleSite {
  readonly service: ServedFixture
  readonly dataDir: string
  close(): Promise<void>
}

export async function openSampleSite(): Promise<SampleSite> {
  const fixture = await openSampleFixture()
  const { dataDir } = fixture
  const service = await fixture.serve({ site: await openSite(dataDir) })
  return { service, dataDir, close: () => fixture.close() }
}
