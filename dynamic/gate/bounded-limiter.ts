import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, type IRateLimiterOptions, type RateLimiterRes } from 'rate-limiter-flexible'

/** About 0.7 KB each. Who has more addresses than this in a minute is limited by connections, not by requests. */
const maxNames = 40_000

/** Counts in memory for a limited number of names; the least recently counted are evicted first. */
export class BoundedLimiter extends RateLimiterMemory {
  readonly #names: LRUCache<string, true>

  constructor(options: IRateLimiterOptions) {
    super(options)
    const forget = (name: string) => void this.delete(name)
    this.#names = new LRUCache({
      max: maxNames,
      dispose: (_, name, reason) => {
        if (reason === 'evict') forget(name)
      },
    })
  }

  override consume(key: string | number, points?: number, options?: Record<string, unknown>): Promise<RateLimiterRes> {
    this.#names.set(String(key), true)
    return super.consume(key, points, options)
  }
}
