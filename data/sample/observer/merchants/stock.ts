import { slugIn } from '../../names.ts'
import { Stream, unit } from '../../random.ts'
import type { ItemRow } from '../../rows.ts'
import { pennyId } from '../../rows/blueprints.ts'
import type { Snapshot } from '../../snapshot.ts'
import { dayMs, hourMs, iso, minuteMs, secondMs } from '../calendar.ts'
import { smoothNoise } from '../noise.ts'
import type { Line, TimedLine, Source } from '../source.ts'
import { merchantRanks } from '../words/words-ranks.ts'
import { shelves } from '../../words/words-shelves.ts'

const doubloon = 'id.item.drowned_doubloon'
const penniesToDoubloon = 40

/** Index of the merchant rank that is required to buy the item. */
const trust: Readonly<Record<string, number>> = { uncommon: 1, rare: 2, epic: 3, legendary: 4 }

interface Shop {
  readonly id: string
  readonly pool: readonly ItemRow[]
  /** Hours between two observations; the stock is refilled before every second one. */
  readonly lookHours: number
  readonly offset: number
}

function shopOf(world: Snapshot, id: string): Shop {
  const kinds = shelves[slugIn(id)]
  const goods = world
    .rows('items')
    .filter(({ misc_type, rarity }) => misc_type !== 'currency' && rarity !== 'unique' && rarity !== 'artifact')
  const fitting = goods.filter((item) =>
    Object.entries(item).some(([column, value]) => column.endsWith('type') && kinds?.includes(String(value))),
  )
  const lookHours = 1 + Math.floor(unit(`shop/${id}`) * 3)
  return { id, pool: fitting.length > 0 ? fitting : goods, lookHours, offset: Math.floor(unit(`offset/${id}`) * 24) }
}

/**
 * The stock of every merchant who sells items. Occasionally a merchant is sold out, but never the first, who is the only
 * seller in the small world.
 */
export class MerchantStock implements Source {
  readonly feed = 'merchant-stock'
  readonly cellMs = hourMs
  readonly #shops: readonly Shop[]
  readonly #hasDoubloons: boolean

  constructor(world: Snapshot) {
    this.#shops = world
      .rows('merchants')
      .filter(({ service_types }) => String(service_types).includes('::Sell'))
      .map(({ id }) => shopOf(world, String(id)))
    this.#hasDoubloons = world.has('items', doubloon)
  }

  cell(start: number): TimedLine[] {
    const hour = start / hourMs
    return this.#shops.flatMap((shop) => this.#look(shop, hour)).sort((a, b) => a.at - b.at)
  }

  #look(shop: Shop, hour: number): TimedLine[] {
    const look = (hour + shop.offset) / shop.lookHours
    if (!Number.isInteger(look)) return []
    const lateSeconds = Math.floor(600 * unit(`late/${shop.id}/${look}`))
    const at = hour * hourMs + Math.floor(49 * unit(`minute/${shop.id}`)) * minuteMs + lateSeconds * secondMs
    const captured_at = iso(at)
    const stream = new Stream(`stock/${shop.id}/${Math.floor(look / 2)}`)
    const isSoldOut = stream.chance(0.03) && shop !== this.#shops[0]
    const rows = isSoldOut ? [] : this.#rows(shop, at, look % 2 !== 0, stream)
    if (rows.length === 0) return [{ at, line: { merchant_id: shop.id, captured_at, stock: [] } }]
    return rows.map((row) => ({ at, line: { merchant_id: shop.id, ...row, captured_at } }))
  }

  #rows(shop: Shop, at: number, isSecondLook: boolean, stream: Stream): Line[] {
    const chosen = new Set<ItemRow>()
    for (let tries = stream.int(15, 30); tries > 0; tries--) chosen.add(stream.pick(shop.pool))
    return [...chosen].flatMap((item) => {
      const full = item.max_stack_size > 1 ? stream.int(4, 30) : stream.int(1, 4)
      const bought = Math.floor(stream.next() ** 2 * (full + 1))
      const stock = isSecondLook ? full - bought : full
      return stock > 0 ? [{ item_id: item.id, ...this.#price(item, at), stock, rank_id: this.#rankFor(item) }] : []
    })
  }

  #price(item: ItemRow, at: number): { price: number; currency: string } {
    const markup = 2.6 * (1 + 0.08 * smoothNoise(`vendor/${item.id}`, at, 2 * dayMs))
    const pennies = item.vendor_price * markup
    const isDear = this.#hasDoubloons && (trust[item.rarity] ?? 0) > 2
    return isDear
      ? { price: Math.ceil(pennies / penniesToDoubloon), currency: doubloon }
      : { price: Math.ceil(pennies), currency: pennyId }
  }

  #rankFor({ rarity }: ItemRow): string | undefined {
    return merchantRanks[trust[rarity] ?? 0]
  }
}
