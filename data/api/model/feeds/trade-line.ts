import {
  count,
  extraOf,
  id,
  instant,
  label,
  listOf,
  looseLine,
  nameOrEmpty,
  orAbsent,
  orElse,
  orNull,
  tag,
  text,
} from './line-values.ts'

const shape = {
  id: count,
  timestamp: instant,
  sender: orNull(nameOrEmpty),
  sender_id: orNull(count),
  sender_class: orNull(tag),
  sender_rank: orNull(label),
  message: text,
  items: orElse(
    listOf(
      looseLine({ item_id: id, item: orAbsent(text), quantity: orAbsent(count) }, (item) => item),
      100,
    ),
    [],
  ),
}

/** A message of the trade channel. */
export const tradeLine = looseLine(shape, (line) => ({ ...line, extra: extraOf(line, shape) }))
