import {
  count,
  decimal,
  extraOf,
  flag,
  id,
  ignored,
  instant,
  label,
  looseLine,
  orElse,
  orNull,
  quantity,
  text,
} from './line-values.ts'

const shape = {
  id: count,
  /** What the answer adds. */
  cursor: ignored,
  item_id: id,
  item: orNull(text),
  archetype: orNull(id),
  rarity: orNull(label),
  price: count,
  price_per_unit: orNull(decimal),
  quantity: orElse(quantity, 1),
  created_at: instant,
  expires_at: orNull(instant),
  has_sold: orElse(flag, false),
  has_expired: orElse(flag, false),
  has_cancelled: orElse(flag, false),
  seller: orNull(text),
  loot_state: orNull(label),
  captured_patch_id: orNull(count),
  captured_at: orNull(instant),
}

/** An observed listing. Fields of the item that the catalog has may be omitted. */
export const marketLine = looseLine(shape, (line) => ({
  ...line,
  price_per_unit: line.price_per_unit ?? perUnit(line.price, line.quantity),
  extra: extraOf(line, shape),
}))

const perUnit = (price: number, quantity: number) => String(Math.round((price / quantity) * 100) / 100)
