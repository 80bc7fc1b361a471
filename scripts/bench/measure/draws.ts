import type { Stream } from '../../../data/sample/random.ts'

/** Places 0 to count - 1, the n-th drawn in proportion to 1/n: how often rows of a catalog are requested. */
export class Zipf {
  readonly #sums: readonly number[]

  constructor(count: number) {
    let sum = 0
    this.#sums = Array.from({ length: count }, (_, at) => (sum += 1 / (at + 1)))
  }

  draw(stream: Stream): number {
    const wanted = stream.next() * (this.#sums.at(-1) ?? 0)
    let [low, high] = [0, this.#sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sums[middle] ?? 0) > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}

type Share<T> = readonly [share: number, value: T]

/** Values, each with its share of 1. */
export type Shares<T> = readonly [Share<T>, ...Share<T>[]]

/** One of the values, drawn as often as its share says. */
export function pickByShare<T>(shares: Shares<T>, stream: Stream): T {
  let left = stream.next()
  const [, value] = shares.find(([share]) => (left -= share) < 0) ?? shares[0]
  return value
}
