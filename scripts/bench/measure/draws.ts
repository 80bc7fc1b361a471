import { Weighted, type Stream } from '../../../data/sample/random.ts'

/** Places 0 to count - 1, the n-th drawn in proportion to 1/n: how often rows of a catalog are requested. */
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

/** Values, each with its share of 1. */
export type Shares<T> = readonly [Share<T>, ...Share<T>[]]

/** One of the values, drawn as often as its share says. */
export function pickByShare<T>(shares: Shares<T>, stream: Stream): T {
  let left = stream.next()
  const [, value] = shares.find(([share]) => (left -= share) < 0) ?? shares[0]
  return value
}
