import { Stream } from '../../../data/sample/random.ts'
import type { Row } from '../../../data/sample/rows.ts'

const exact = ['rarity', 'type', 'slot_type', 'armor_type', 'hand_type', 'misc_type', 'utility_type']
const ranged = ['gear_score', 'vendor_price', 'experience', 'adventure_points', 'required_knowledge', 'max_stack_size']

type Draw = (row: Row, stream: Stream) => readonly [name: string, value: unknown]

const draws: readonly Draw[] = [
  (row, stream) => drawn(row, stream.pick(exact), ''),
  (row, stream) => drawn(row, stream.pick(ranged), stream.pick(['min_', 'max_'])),
  (row, stream) => {
    const name = String(row.name)
    const at = stream.int(0, name.length - 4)
    return ['name', name.slice(at, at + stream.int(3, 5)).trim()]
  },
  (row, stream) => {
    const classes = row.required_class
    return ['required_class', Array.isArray(classes) ? stream.pick(classes as string[]) : undefined]
  },
]

const drawn = (row: Row, name: string, prefix: string) => [`${prefix}${name}`, row[name]] as const

/** Distinct `/v2/items` targets of one to three filters each (exact, range, substring, class); values are those of rows. */
export function itemQueries(rows: readonly Row[], count: number, key: string): string[] {
  const stream = new Stream(`queries/${key}`)
  const targets = new Set<string>()
  while (targets.size < count) {
    const row = stream.pick(rows)
    const wanted = stream.int(1, 3)
    const query = new URLSearchParams()
    for (let at = 0; at < wanted; at += 1) {
      const [name, value] = stream.pick(draws)(row, stream)
      if (value !== undefined && value !== '') query.set(name, String(value))
    }
    if (query.size > 0) targets.add(`/v2/items?${query.toString()}`)
  }
  return [...targets]
}
