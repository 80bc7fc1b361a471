import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRes, type IRateLimiterOptions } from 'rate-limiter-flexible'

/**
 * About 0.14 KB each. A client with more addresses than this in a minute is limited by connections, not by requests.
 */
const maxNames = 40_000

interface Window {
  count: number
  /** By the monotonic clock. */
  readonly ends: number
}

/**
 * Counts in memory for a limited number of names; the least recently counted are evicted first. Counts at once: the promise in which the
 * library would do it keeps every request waiting until the turn of its microtask.
 */
export class BoundedLimiter extends RateLimiterMemory {
  /** Takes 0.8 MB at once, and most services never count in some of their limiters. */
  #windows: LRUCache<string, Window> | undefined
  readonly #milliseconds: number

  constructor(options: IRateLimiterOptions & { readonly duration: number }) {
    super(options)
    this.#milliseconds = options.duration * 1000
  }

  /** Counts points, by default of one request, whether the quota is used up or not. */
  count(name: string, points = 1): RateLimiterRes {
    const now = performance.now()
    const windows = (this.#windows ??= new LRUCache({ max: maxNames }))
    const known = windows.get(name)
    if (known && known.ends > now) {
      known.count += points
      return this.#result(known, known.ends - now)
    }
    const begun = { count: points, ends: now + this.#milliseconds }
    windows.set(name, begun)
    return this.#result(begun, this.#milliseconds)
  }

  /** As the library counts, for a limiter that falls back on this one; of its other methods, none knows these counts. */
  override consume(name: string | number, points = 1): Promise<RateLimiterRes> {
    const result = this.count(String(name), points)
    const isUsedUp = result.consumedPoints > this.points
    return new Promise((resolve, reject) => (isUsedUp ? reject : resolve)(result))
  }

  #result({ count }: Window, milliseconds: number): RateLimiterRes {
    return new RateLimiterRes(Math.max(0, this.points - count), Math.ceil(milliseconds), count, count === 1)
  }
}
