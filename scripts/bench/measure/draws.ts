import { Weighted, type Stream } from '../../../data/sample/random.ts'

/** Draws numbers from 0 to count - 1, the n-th in proportion to 1/n, like the popularity of rows of a catalog. */
export class Zipf {
  readonly #places: Weighted

  constructor(count: number) {
    this.#places = new Weighted(Array.from({ length: count }, (_, at) => 1 / (at + 1)))
  }

  draw(stream: Stream): number {
    return this.#places.at(stream.next())
  }
}

type Share<T> = readonly [share: number, value: T]

/** Values with their shares, whose sum is 1. */
export type Shares<T> = readonly [Share<T>, ...Share<T>[]]

/** Draws a value with the probability of its share. */
export function pickByShare<T>(shares: Shares<T>, stream: Stream): T {
  let left = stream.next()
  const [, value] = shares.find(([share]) => (left -= share) < 0) ?? shares[0]
  return value
}
