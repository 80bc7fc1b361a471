import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Feed } from '../../data/api/model/feeds/feeds.ts'
import type { LiveIngest } from '../../data/store/live/intake/live-ingest.ts'
import type { Receipt } from '../../data/store/live/intake/live-writer.ts'
import { Thread } from '../../data/store/threads/thread.ts'

const hour = 3_600_000
const span = 8 * 24 * hour
const step = 6 * hour
const tickMilliseconds = 10_000

/**
 * Stores observations of the simulated observer of the sample world: those of the last `past` milliseconds if the store
 * is empty, then new ones as time passes. `pastStored` resolves when past observations are stored.
 */
export function simulate(
  live: LiveIngest,
  log: Logger,
  past = span,
): { readonly pastStored: Promise<void>; readonly stop: () => Promise<void> } {
  const stopped = new AbortController()
  const observer = new Thread({ module: new URL('observer-thread.ts', import.meta.url), data: {}, maxPending: 10 })
  const warnOf = (name: Feed, { rejected }: Receipt) => {
    if (rejected.length > 0) log.warn({ feed: name, rejected: rejected.slice(0, 3) }, 'simulated lines were rejected')
  }
  let seen = 0
  const feedUntil = async (to: number) => {
    const texts = (await observer.call(['between'], [seen, to])) as ReadonlyMap<Feed, string>
    for (const [name, text] of texts)
      warnOf(name, await live.ingest(name, { bytes: Buffer.from(text), firstLine: 1 }, Date.now()))
    seen = to
  }
  const storePast = async () => {
    const began = Date.now()
    seen = Math.max(began - past, (await live.newest()).population ?? 0)
    while (began - seen > step) {
      await feedUntil(seen + step)
      stopped.signal.throwIfAborted()
    }
    await feedUntil(Date.now())
    log.info({ milliseconds: Date.now() - began }, 'the simulated observer has stored past observations')
  }
  const onError = (error: unknown) => log.error({ err: error }, 'the simulated observer failed')
  const storeNew = async () => {
    for (;;) {
      await sleep(tickMilliseconds, undefined, stopped)
      await feedUntil(Date.now()).catch(onError)
    }
  }
  const pastStored = storePast()
  const ended = pastStored.then(storeNew).catch((error: unknown) => stopped.signal.aborted || onError(error))
  return {
    pastStored,
    async stop() {
      stopped.abort()
      await ended
      await observer.close()
    },
  }
}
