import type { Logger } from 'pino'
import type { Feed } from '../../data/api/model/feeds/feeds.ts'
import type { LiveIngest } from '../../data/store/live/intake/live-ingest.ts'
import type { Receipt } from '../../data/store/live/intake/live-writer.ts'
import { Thread } from '../../data/store/live/threads/thread.ts'

const hour = 3_600_000
const span = 8 * 24 * hour
const step = 6 * hour
const tickMilliseconds = 10_000

/**
 * Feeds the live store with what the sample world's simulated observer sees: `past` milliseconds back where nothing is there, then as
 * time passes. Resolves when the past has been written. `stop` ends it.
 */
export async function simulate(live: LiveIngest, log: Logger, past = span): Promise<{ stop: () => Promise<void> }> {
  const observer = new Thread({
    module: new URL('observer-thread.ts', import.meta.url),
    data: {},
    maxPending: 10,
  })
  const feed = async (from: number, to: number) => {
    const texts = (await observer.call(['between'], [from, to])) as Partial<Record<Feed, string>>
    for (const [name, text] of Object.entries(texts) as [Feed, string][])
      warnOf(name, await live.ingest(name, { bytes: Buffer.from(text), firstLine: 1 }, Date.now()))
  }
  const warnOf = (name: Feed, { rejected }: Receipt) => {
    if (rejected.length > 0) log.warn({ feed: name, rejected: rejected.slice(0, 3) }, 'simulated lines were rejected')
  }
  const began = Date.now()
  let seen = Math.max(began - past, (await live.newest()).population ?? 0)
  for (; began - seen > step; seen += step) await feed(seen, seen + step)
  log.info({ milliseconds: Date.now() - began }, 'the simulated observer has told the past')
  let running = Promise.resolve()
  const tick = async () => {
    const now = Date.now()
    await feed(seen, now)
    seen = now
  }
  const timer = setInterval(() => {
    running = running.then(tick).catch((error: unknown) => log.error({ err: error }, 'the simulated observer failed'))
  }, tickMilliseconds)
  running = tick()
  await running
  return {
    async stop() {
      clearInterval(timer)
      await running
      await observer.close()
    },
  }
}
