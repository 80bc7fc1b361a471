// Models as tables: one solid a line, `<part>[|] <kind> <measures> [@ x y z [around x, y, z]] [* copies]`.
import { ball, both, box, lathe, placed, plate, spun, tube, type Point, type Solid } from './solids.ts'

const partNames = ['body', 'trim', 'glow'] as const

export type Part = (typeof partNames)[number]

/** Solids by what they are made of. */
export type Model = Readonly<Record<Part, readonly Solid[]>>

const numbers = (text: string): number[] => text.split(/[ ,:]/).map(Number)
const point = ([x = 0, y = 0, z = 0]: readonly number[]): Point => [x, y, z]
const pair = (text: string): readonly [number, number] => {
  const [a = 0, b = 0] = numbers(text)
  return [a, b]
}

function solidOf(kind: string, measures: string): Solid {
  const words = measures.split(' ')
  const [a = 0, b = 0, c = 0, d = 1] = numbers(measures)
  if (kind === 'ball') return ball(a, b)
  if (kind === 'box') return box(a, b, c, d)
  if (kind === 'lathe') return lathe(words.slice(2).map(pair), a, b)
  if (kind === 'plate') return plate(words.map(pair))
  if (kind !== 'tube') throw new Error(`no solid is called ${kind}`)
  const stations = words.slice(1).map(numbers)
  return tube(
    stations.map(point),
    stations.map(([, , , radius = 0]) => radius),
    a,
  )
}

function moved(solid: Solid, step: string): Solid {
  const values = numbers(step.slice(2))
  return step.startsWith('*') ? spun(solid, values[0] ?? 1) : placed(solid, point(values), point(values.slice(3)))
}

/** The model that the lines describe. `|` mirrors a solid to the other side, `*` repeats it around the y axis. */
export function modelOf(text: string): Model {
  const model: Record<Part, Solid[]> = { body: [], trim: [], glow: [] }
  for (const line of text.split('\n').filter((each) => each.trim())) {
    const [, name, mirror, kind = '', measures = '', steps = ''] =
      /^ *(\w+)(\|)? (\w+) ([^@*]+?)((?: [@*] [^@*]+?)*)$/.exec(line) ?? []
    const part = partNames.find((each) => each === name)
    if (!part) throw new Error(`no solid: ${line}`)
    const solid = (steps.match(/[@*] [^@*]+/g) ?? []).map((step) => step.trim()).reduce(moved, solidOf(kind, measures))
    model[part].push(mirror ? both(solid) : solid)
  }
  return model
}
