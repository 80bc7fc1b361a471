import { Stream } from '../../random.ts'
import { iso, secondMs, toSecond } from '../calendar.ts'
import { cellMs, idInCell } from '../numbered-cells.ts'
import type { Player } from '../players.ts'
import type { TimedLine } from '../source.ts'
import type { Good, Goods } from './goods.ts'
import type { Outcome } from './outcomes.ts'
import { askingPrice, worth } from './prices.ts'

/** A listing with its position in its cell and its outcome. */
interface Slot {
  readonly cell: number
  readonly n: number
  /** Number of listings in the cell. */
  readonly of: number
  readonly outcome: Outcome
}

const lootStates = ['looted', 'looted', 'looted', 'identified', 'handled', 'crafted']

function endOf({ cell, outcome: { kind, lag, lifeMs } }: Slot, firstSeen: number, stream: Stream): number {
  if (kind === 'expired') return firstSeen + lifeMs
  const start = (cell + lag) * cellMs
  const earliest = lag === 0 ? firstSeen + secondMs : start
  return toSecond(earliest + stream.next() * (start + cellMs - earliest))
}

/** The asking price relative to the value: cheap listings sell, expensive ones do not, and a few prices are absurd. */
function priceFactor({ kind, lag }: Outcome, stream: Stream): number {
  const mood = Math.exp(0.22 * (stream.next() + stream.next() - 1))
  if (kind === 'sold') return lag < 6 && stream.chance(0.08) ? stream.between(0.15, 0.5) : 0.96 * mood
  return stream.chance(0.07) ? stream.between(3, 9) : 1.1 * mood
}

function quantityOf({ item }: Good, stream: Stream): number {
  const max = item.max_stack_size
  if (max === 1) return 1
  return stream.chance(0.45) ? max : stream.int(1, max)
}

/** The line of a listing when it is first observed or after it has ended. */
export function listingLine(slot: Slot, goods: Goods, roster: readonly Player[], moment: 'begin' | 'end'): TimedLine {
  const { cell, n, outcome } = slot
  const stream = new Stream(`listing/${cell}/${n}`)
  // The last two seconds of the cell are left for an end within it.
  const firstSeen = toSecond(cell * cellMs + ((n + stream.next()) / slot.of) * (cellMs - 2 * secondMs))
  const lastSeen = endOf(slot, firstSeen, stream)
  const createdAt = firstSeen - stream.int(10, 240) * secondMs
  const good = goods.pick(stream.next())
  const quantity = quantityOf(good, stream)
  const price = askingPrice(worth(good, createdAt) * priceFactor(outcome, stream) * quantity, stream)
  const state = moment === 'end' ? outcome.kind : undefined
  const at = state ? lastSeen : firstSeen
  const line = {
    id: idInCell(cell, n),
    item_id: good.item.id,
    item: good.item.name,
    archetype: good.item.archetype,
    rarity: good.item.rarity,
    price,
    price_per_unit: (price / quantity).toFixed(2),
    quantity,
    created_at: iso(createdAt),
    expires_at: iso(createdAt + outcome.lifeMs),
    has_sold: state === 'sold',
    has_expired: state === 'expired',
    has_cancelled: state === 'cancelled',
    // Squaring makes a few sellers frequent and most rare.
    seller: roster[Math.floor(stream.next() ** 2 * roster.length)]?.name,
    loot_state: stream.pick(lootStates),
    captured_at: iso(at),
  }
  return { at, line }
}
