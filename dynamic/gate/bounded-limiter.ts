import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRes, type IRateLimiterOptions } from 'rate-limiter-flexible'

/**
 * Maximum number of names that are counted, 0.14 KB each. A client that uses more addresses than this in a minute is
 * limited by connections, not by requests.
 */
const maxNames = 40_000

interface Window {
  count: number
  /** Time of the monotonic clock at which the window ends. */
  readonly ends: number
}

/**
 * Counts in memory for a limited number of names; the least recently counted are evicted first. `count` is synchronous:
 * the promise that the library returns would delay every request until its microtask runs.
 */
export class BoundedLimiter extends RateLimiterMemory {
  /** Allocated at the first count: it takes 0.8 MB, and most services never use some of their limiters. */
  #windows: LRUCache<string, Window> | undefined
  readonly #milliseconds: number

  constructor(options: IRateLimiterOptions & { readonly duration: number }) {
    super(options)
    this.#milliseconds = options.duration * 1000
  }

  /** Counts points, even if the quota is used up. */
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

  /**
   * Counts like the library, for a limiter that falls back on this one. Rejects with the result if the quota is used
   * up. The library's other methods do not know these counts.
   */
  override consume(name: string | number, points = 1): Promise<RateLimiterRes> {
    const result = this.count(String(name), points)
    const isUsedUp = result.consumedPoints > this.points
    return new Promise((resolve, reject) => (isUsedUp ? reject : resolve)(result))
  }

  #result({ count }: Window, milliseconds: number): RateLimiterRes {
    return new RateLimiterRes(Math.max(0, this.points - count), Math.ceil(milliseconds), count, count === 1)
  }
}
