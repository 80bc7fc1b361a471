import { z } from 'zod'
import { count, extraOf, id, idOf, instant, label, orElse, orNull, chooseSchema } from './line-values.ts'

const snapshot = { merchant_id: idOf('merchant'), captured_at: instant }

const stockRow = {
  ...snapshot,
  item_id: id,
  price: count,
  currency: orNull(label),
  stock: count,
  rank_id: orNull(label),
}

const stock = z.looseObject(stockRow).transform((line) => ({ ...line, extra: extraOf(line, stockRow) }))
const noStock = z.object({ ...snapshot, stock: z.tuple([]) })
/** A row of a merchant's stock, or `stock: []` for a merchant that sells nothing. */
export const merchantStockLine = chooseSchema<typeof stock | typeof noStock>((line) =>
  Array.isArray(line.stock) ? noStock : stock,
)

const questRow = {
  ...snapshot,
  quest_id: id,
  reset_at: orNull(instant),
  is_repeatable: orElse(z.boolean(), false),
  rank_requirement: orNull(label),
}

const quest = z.looseObject(questRow).transform((line) => ({ ...line, extra: extraOf(line, questRow) }))
const noQuests = z.object({ ...snapshot, quests: z.tuple([]) })
/** A quest that a merchant offers, or `quests: []` for a merchant that offers none. */
export const merchantQuestLine = chooseSchema<typeof quest | typeof noQuests>((line) =>
  Array.isArray(line.quests) ? noQuests : quest,
)
