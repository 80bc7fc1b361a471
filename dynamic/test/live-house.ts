// For suites: a service that was told of the small live world, on the afternoon of the day on which it was seen.
import { api } from '../../data/api/table.ts'
import { parseTarget } from '../../data/api/target.ts'
import { ask, type Reply, type Row } from './ask.ts'
import { liveAt, openSampleHouse, type House, type ServedHouse } from './house.ts'
import { noon, observeWorld } from './live-world.ts'

/** How old the newest observation is. */
export const ageOfWorld = 90

export interface LiveHouse {
  readonly house: House
  readonly service: ServedHouse
  /** Asks for an answer; throws unless it is a 200 that follows its endpoint's schema and says how old it is. */
  get(target: string): Promise<Reply>
  /** The rows of a list. */
  rows(target: string): Promise<readonly Row[]>
  /** Ids of a list's rows. */
  ids(target: string): Promise<unknown[]>
}

export async function openLiveHouse(now = noon + ageOfWorld * 1000): Promise<LiveHouse> {
  const house = await openSampleHouse()
  const service = await house.serve({ live: await liveAt(house, now) })
  await observeWorld(service)
  const get = async (target: string) => {
    const reply = await ask(service, target)
    if (reply.status !== 200) throw new Error(`${target}: ${reply.status} ${reply.text}`)
    api.match(parseTarget(target).segments)?.endpoint.schema.parse(reply.json)
    if (!/^\d+$/.test(String(reply.headers['x-data-age']))) throw new Error(`${target} has no X-Data-Age`)
    return reply
  }
  const rows = async (target: string) => (await get(target)).rows
  return { house, service, get, rows, ids: async (target) => (await rows(target)).map(({ id }) => id) }
}
