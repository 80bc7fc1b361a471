import { Stream } from '../../../data/sample/random.ts'
import type { Row } from '../../../data/sample/rows.ts'

const exact = ['rarity', 'type', 'slot_type', 'armor_type', 'hand_type', 'misc_type', 'utility_type']
const ranged = ['gear_score', 'vendor_price', 'experience', 'adventure_points', 'required_knowledge', 'max_stack_size']

type Draw = (row: Row, stream: Stream) => readonly [name: string, value: unknown]

const filters = {
  exact: (row, stream) => drawn(row, stream.pick(exact), ''),
  range: (row, stream) => drawn(row, stream.pick(ranged), stream.pick(['min_', 'max_'])),
  name: (row, stream) => {
    const name = String(row.name)
    const at = stream.int(0, name.length - 4)
    return ['name', name.slice(at, at + stream.int(3, 5)).trim()]
  },
  class: (row, stream) => {
    const classes = row.required_class
    return ['required_class', Array.isArray(classes) ? stream.pick(classes as string[]) : undefined]
  },
} satisfies Record<string, Draw>

const drawn = (row: Row, name: string, prefix: string) => [`${prefix}${name}`, row[name]] as const

const everyFilter = Object.keys(filters) as (keyof typeof filters)[]

/** Returns distinct `/v2/items` targets with one to three filters each, whose values occur in the rows. */
export function itemQueries(rows: readonly Row[], count: number, key: string, kinds = everyFilter): string[] {
  const stream = new Stream(`queries/${key}`)
  const targets = new Set<string>()
  while (targets.size < count) {
    const row = stream.pick(rows)
    const wanted = stream.int(1, 3)
    const query = new URLSearchParams()
    for (let at = 0; at < wanted; at += 1) {
      const [name, value] = filters[stream.pick(kinds)](row, stream)
      if (value !== undefined && value !== '') query.set(name, String(value))
    }
    if (query.size > 0) targets.add(`/v2/items?${query.toString()}`)
  }
  return [...targets]
}
