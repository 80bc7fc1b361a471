import { unit } from '../../random.ts'
import type { Scale } from '../../scale.ts'
import { activity } from '../activity.ts'
import { cellMs } from '../numbered-cells.ts'
import type { Player } from '../players.ts'
import type { TimedLine, Source } from '../source.ts'
import type { Goods } from './goods.ts'
import { listingLine } from './listing.ts'
import { firstWith, outcomeOf, outcomes } from './outcomes.ts'

const perCell = { full: 25, small: 3 } as const

/** The number of listings in a cell, and the start of its deck of outcomes. */
interface Deal {
  readonly count: number
  readonly offset: number
}

/** Yields new listings and those that end. */
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

  cell(start: number): TimedLine[] {
    const cell = start / cellMs
    return [...this.#begins(cell), ...this.#ends(cell)].sort((a, b) => a.at - b.at)
  }

  #deal(cell: number): Deal {
    const busy = this.#perCell * activity(cell * cellMs)
    return {
      count: Math.round(busy * (0.75 + 0.5 * unit(`listings/${cell}`))),
      offset: Math.floor(unit(`outcomes/${cell}`) * outcomes.length),
    }
  }

  *#begins(cell: number): Generator<TimedLine> {
    const { count, offset } = this.#deal(cell)
    for (let n = 0; n < count; n++) {
      const slot = { cell, n, of: count, outcome: outcomeOf(n, offset) }
      yield listingLine(slot, this.#goods, this.#roster, 'begin')
    }
  }

  *#ends(endCell: number): Generator<TimedLine> {
    for (const [index, outcome] of outcomes.entries()) {
      const cell = endCell - outcome.lag
      const { count, offset } = this.#deal(cell)
      for (let n = firstWith(index, offset); n < count; n += outcomes.length) {
        yield listingLine({ cell, n, of: count, outcome }, this.#goods, this.#roster, 'end')
      }
    }
  }
}
