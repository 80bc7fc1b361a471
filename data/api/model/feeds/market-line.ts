import { z } from 'zod'
import { count, extraOf, id, instant, label, orElse, orNull, text } from './line-values.ts'

const shape = {
  id: count,
  /** What the answer adds. */
  cursor: z.unknown().optional(),
  item_id: id,
  item: orNull(text),
  archetype: orNull(id),
  rarity: orNull(label),
  price: count,
  price_per_unit: orNull(z.string().regex(/^\d{1,15}(\.\d{1,12})?$/, 'expected a decimal such as "16.5"')),
  quantity: orElse(
    z
      .int()
      .positive()
      .max(2 ** 31 - 1),
    1,
  ),
  created_at: instant,
  expires_at: orNull(instant),
  has_sold: orElse(z.boolean(), false),
  has_expired: orElse(z.boolean(), false),
  has_cancelled: orElse(z.boolean(), false),
  seller: orNull(text),
  loot_state: orNull(label),
  captured_patch_id: orNull(count),
  captured_at: orNull(instant),
}

/** A listing as it was seen. What the catalog knows of the item may be left out. */
export const marketLine = z.looseObject(shape).transform((line) => ({
  ...line,
  price_per_unit: line.price_per_unit ?? perUnit(line.price, line.quantity),
  extra: extraOf(line, shape),
}))

const perUnit = (price: number, quantity: number) => String(Math.round((price / quantity) * 100) / 100)
