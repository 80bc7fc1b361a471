import type { Logger } from 'pino'
import type { Feed } from '../data/api/live/feeds.ts'
import type { LiveIntake } from '../data/store/live/live-intake.ts'
import type { Receipt } from '../data/store/live/live-writer.ts'
import { Thread } from '../data/store/live/threads/thread.ts'

const hour = 3_600_000
const span = 8 * 24 * hour
const step = 6 * hour
const tickMilliseconds = 10_000

/**
 * Feeds the live store with what the sample world's simulated observer sees: eight days back where nothing is there, then as
 * time goes by. Resolves when the past is there. `stop` ends it.
 */
export async function simulate(live: LiveIntake, log: Logger): Promise<{ stop: () => Promise<void> }> {
  const observer = await Thread.start({
    module: new URL('observer-thread.ts', import.meta.url),
    data: {},
    mostPending: 10,
  })
  const feed = async (from: number, to: number) => {
    const texts = (await observer.call(['between'], [from, to])) as Partial<Record<Feed, string>>
    for (const [name, text] of Object.entries(texts) as [Feed, string][])
      warnOf(name, await live.take(name, { bytes: Buffer.from(text), firstLine: 1 }, Date.now()))
  }
  const warnOf = (name: Feed, { rejected }: Receipt) => {
    if (rejected.length > 0) log.warn({ feed: name, rejected: rejected.slice(0, 3) }, 'simulated lines were rejected')
  }
  const began = Date.now()
  let seen = Math.max(began - span, (await live.newest()).population ?? 0)
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
