// For suites: a service with the observations of the small live world and a clock shortly after them.
import { api } from '../../../data/api/table.ts'
import { parseTarget } from '../../../data/api/request/target.ts'
import { fetchApi, type Reply, type Row } from '../fixtures/test-client.ts'
import { liveAt, openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { noon, observeWorld } from '../fixtures/live-world.ts'

/** Age of the newest observation in seconds. */
export const ageOfWorld = 90

export interface LiveFixture {
  readonly fixture: Fixture
  readonly service: ServedFixture
  /**
   * Requests a target; throws unless the answer is a 200 that follows the schema of its endpoint and has an
   * `X-Data-Age`.
   */
  get(target: string): Promise<Reply>
  /** The rows of a list. */
  rows(target: string): Promise<readonly Row[]>
  /** Ids of a list's rows. */
  ids(target: string): Promise<unknown[]>
}

/** Starts a service with the observations and its clock at `now`. */
export async function openLiveFixture(now = noon + ageOfWorld * 1000): Promise<LiveFixture> {
  const fixture = await openSampleFixture()
  const service = await fixture.serve({ live: await liveAt(fixture, now) })
  await observeWorld(service)
  const get = async (target: string) => {
    const reply = await fetchApi(service, target)
    if (reply.status !== 200) throw new Error(`${target}: ${reply.status} ${reply.text}`)
    const endpoint = api.match(parseTarget(target).segments)?.endpoint
    if (endpoint?.kind === 'live') endpoint.schema.parse(reply.json)
    if (!/^\d+$/.test(String(reply.headers['x-data-age']))) throw new Error(`${target} has no X-Data-Age`)
    return reply
  }
  const rows = async (target: string) => (await get(target)).rows
  return { fixture, service, get, rows, ids: async (target) => (await rows(target)).map(({ id }) => id) }
}
