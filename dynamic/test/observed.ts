// For suites: a live store that has seen the last hours of the small sample world.
import { join } from 'node:path'
import type { Feed } from '../../data/api/live/feeds.ts'
import { observerOf } from '../../data/sample/observer/read-observations.ts'
import { CatalogItems } from '../../data/store/live/catalog-items.ts'
import { LiveHere } from '../../data/store/live/live-here.ts'
import type { House } from './house.ts'

const span = 8 * 3_600_000

export async function observedLive({ dataDir, api }: House): Promise<LiveHere> {
  const live = await LiveHere.open(dataDir, new CatalogItems(join(dataDir, 'catalog.db'), api))
  const texts = new Map<Feed, string>()
  const now = Date.now()
  for (const { feed, line } of observerOf('small').between(now - span, now))
    texts.set(feed, `${texts.get(feed) ?? ''}${JSON.stringify(line)}\n`)
  for (const [feed, text] of texts) await live.take(feed, { bytes: Buffer.from(text), firstLine: 1 }, now)
  return live
}
