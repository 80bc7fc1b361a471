import { z } from 'zod'
import { count, extraOf, id, instant, label, orElse, orNull, tag, text } from './line-values.ts'

const shape = {
  id: count,
  timestamp: instant,
  sender: orNull(text),
  sender_id: orNull(count),
  sender_class: orNull(tag),
  sender_rank: orNull(label),
  message: text,
  items: orElse(z.array(z.looseObject({ item_id: id, quantity: count.optional() })).max(100), []),
}

/** A message of the trade channel. */
export const tradeLine = z.looseObject(shape).transform((line) => ({ ...line, extra: extraOf(line, shape) }))
