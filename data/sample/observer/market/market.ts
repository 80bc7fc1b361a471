import { unit } from '../../random.ts'
import type { Scale } from '../../scale.ts'
import { activity } from '../activity.ts'
import type { Player } from '../players.ts'
import type { Seen, Source } from '../source.ts'
import type { Goods } from './goods.ts'
import { sightOf } from './listing.ts'
import { cellMs, firstWith, outcomeOf, outcomes } from './outcomes.ts'

const perCell = { full: 25, small: 3 } as const

/** How many listings a cell has, and where its deck of outcomes starts. */
interface Deal {
  readonly count: number
  readonly offset: number
}

/** New listings, and the last sight of those that end. */
export class Market implements Source {
  readonly feed = 'market'
  readonly cellMs = cellMs
  readonly #goods: Goods
  readonly #roster: readonly Player[]
  readonly #perCell: number

  constructor(goods: Goods, roster: readonly Player[], scale: Scale) {
    this.#goods = goods
    this.#roster = roster
    this.#perCell = perCell[scale]
  }

  cell(start: number): Seen[] {
    const cell = start / cellMs
    return [...this.#firstSights(cell), ...this.#ends(cell)].sort((a, b) => a.at - b.at)
  }

  #deal(cell: number): Deal {
    const busy = this.#perCell * activity(cell * cellMs)
    return {
      count: Math.round(busy * (0.75 + 0.5 * unit(`listings/${cell}`))),
      offset: Math.floor(unit(`outcomes/${cell}`) * outcomes.length),
    }
  }

  *#firstSights(cell: number): Generator<Seen> {
    const { count, offset } = this.#deal(cell)
    for (let n = 0; n < count; n++) {
      const slot = { cell, n, of: count, outcome: outcomeOf(n, offset) }
      yield sightOf(slot, this.#goods, this.#roster, 'first')
    }
  }

  *#ends(endCell: number): Generator<Seen> {
    for (const [index, outcome] of outcomes.entries()) {
      const cell = endCell - outcome.lag
      const { count, offset } = this.#deal(cell)
      for (let n = firstWith(index, offset); n < count; n += outcomes.length) {
        yield sightOf({ cell, n, of: count, outcome }, this.#goods, this.#roster, 'last')
      }
    }
  }
}
