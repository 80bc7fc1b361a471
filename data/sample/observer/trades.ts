import { Stream, unit } from '../random.ts'
import type { Scale } from '../scale.ts'
import { activity } from './activity.ts'
import { iso, toSecond } from './calendar.ts'
import type { Good, Goods } from './market/goods.ts'
import { askingPrice, worth } from './market/prices.ts'
import { cellMs, idInCell } from './numbered-cells.ts'
import type { Player } from './players.ts'
import type { Line, TimedLine, Source } from './source.ts'
import { chatter } from './words/words-chat.ts'

const perCell = { full: 21, small: 2 } as const

interface Linked {
  readonly item_id: string
  readonly item: string
  quantity: number
}

/** A message and the items linked in it; an item that is linked twice is listed twice. */
function said(template: string, at: number, goods: Goods, stream: Stream): { message: string; items: Linked[] } {
  const slots = new Map<string, Good>()
  const items = new Map<string, Linked>()
  const link = (slot: string): string => {
    const good = slots.get(slot) ?? goods.pick(stream.next())
    slots.set(slot, good)
    const { id, name } = good.item
    const linked = items.get(id) ?? { item_id: id, item: name, quantity: 0 }
    linked.quantity++
    items.set(id, linked)
    return `[${name}]`
  }
  const price = (): string => {
    const [first] = slots.values()
    return String(askingPrice((first ? worth(first, at) : 20) * stream.between(0.8, 1.3), stream))
  }
  const fill = (_: string, slot: string): string => {
    if (slot === 'price') return price()
    return slot === 'n' ? String(stream.int(1, 5)) : link(slot)
  }
  return { message: template.replace(/\{(\w+)\}/g, fill), items: [...items.values()] }
}

/** The trade channel. */
export class Trades implements Source {
  readonly feed = 'trades'
  readonly cellMs = cellMs
  readonly #goods: Goods
  readonly #roster: readonly Player[]
  readonly #perCell: number

  constructor(goods: Goods, roster: readonly Player[], scale: Scale) {
    this.#goods = goods
    this.#roster = roster
    this.#perCell = perCell[scale]
  }

  *cell(start: number): Generator<TimedLine> {
    const cell = start / cellMs
    const count = Math.round(this.#perCell * activity(start) * (0.7 + 0.6 * unit(`trades/${cell}`)))
    for (let n = 0; n < count; n++) {
      const stream = new Stream(`trade/${cell}/${n}`)
      const at = toSecond(start + ((n + stream.next()) / count) * cellMs)
      yield { at, line: this.#line(idInCell(cell, n), at, stream) }
    }
  }

  #line(id: number, at: number, stream: Stream): Line {
    const sender = stream.pick(this.#roster)
    return {
      id,
      timestamp: iso(at),
      sender: sender.name,
      sender_id: sender.id,
      sender_class: sender.characterClass,
      sender_rank: sender.rank,
      ...said(stream.pick(chatter[sender.language]), at, this.#goods, stream),
    }
  }
}
