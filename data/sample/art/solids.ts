// Solids of flat faces, for models. A face lists its corners counterclockwise, as seen from outside.
export type Point = readonly [x: number, y: number, z: number]
type Face = readonly Point[]
export type Solid = readonly Face[]

const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const times = (a: Point, k: number): Point => [a[0] * k, a[1] * k, a[2] * k]
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const unitOf = (a: Point): Point => times(a, 1 / (Math.hypot(...a) || 1))

/** Of the plane of a face, one long; undefined if its corners are in a line. */
export function normalOf(face: Face): Point | undefined {
  let sum: Point = [0, 0, 0]
  face.forEach((corner, at) => (sum = plus(sum, cross(corner, face[(at + 1) % face.length] ?? corner))))
  return Math.hypot(...sum) < 1e-9 ? undefined : unitOf(sum)
}

const isApart = (a: Point, b: Point): boolean => Math.hypot(...minus(a, b)) > 1e-6

// Rings that end in a point make faces with equal corners.
const cleaned = (face: Face): Face =>
  face.filter((corner, at) => isApart(corner, face[(at + 1) % face.length] ?? corner))

/** Skins rings of equally many points, from the first to the last; the ends are closed. */
function skinned(rings: readonly (readonly Point[])[]): Solid {
  const sides = rings.slice(1).flatMap((ring, row) => {
    const below = rings[row] ?? []
    return ring.map((point, at): Face => {
      const next = (at + 1) % ring.length
      return cleaned([below[at] ?? point, below[next] ?? point, ring[next] ?? point, point])
    })
  })
  const ends = [[...(rings[0] ?? [])].reverse(), rings.at(-1) ?? []].map(cleaned)
  return [...sides, ...ends].filter((face) => face.length > 2)
}

/** A profile of [radius, y] from bottom to top, turned around the y axis; `flat` presses it together along z. */
export function lathe(profile: readonly (readonly [radius: number, y: number])[], sides: number, flat = 1): Solid {
  return skinned(
    profile.map(([radius, y]) =>
      Array.from({ length: sides }, (_, at): Point => {
        const angle = (-2 * Math.PI * at) / sides
        return [radius * Math.cos(angle), y, radius * Math.sin(angle) * flat]
      }),
    ),
  )
}

export const ball = (radius: number, sides = 8): Solid =>
  lathe(
    (sides < 8 ? [-1, -0.5, 0.5, 1] : [-1, -0.7, 0, 0.7, 1]).map(
      (y) => [radius * Math.sqrt(1 - y * y), radius * y] as const,
    ),
    sides,
  )

/** A tube along the points, with the radius of each; for limbs, horns, roots. */
export function tube(points: readonly Point[], radii: readonly number[], sides = 5): Solid {
  const rings = points.map((point, at) => {
    const along = unitOf(minus(points[at + 1] ?? point, points[at - 1] ?? point))
    const side = unitOf(cross(Math.abs(along[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0], along))
    const up = cross(along, side)
    const radius = radii[at] ?? radii.at(-1) ?? 0.1
    return Array.from({ length: sides }, (_, corner): Point => {
      const angle = (2 * Math.PI * corner) / sides
      return plus(point, plus(times(side, radius * Math.cos(angle)), times(up, radius * Math.sin(angle))))
    })
  })
  return skinned(rings)
}

/** A box around the middle; `taper` makes its top smaller. */
export function box(width: number, height: number, depth: number, taper = 1): Solid {
  const ring = (y: number, k: number): Point[] => [
    [(-width / 2) * k, y, (depth / 2) * k],
    [(width / 2) * k, y, (depth / 2) * k],
    [(width / 2) * k, y, (-depth / 2) * k],
    [(-width / 2) * k, y, (-depth / 2) * k],
  ]
  return skinned([ring(-height / 2, 1), ring(height / 2, taper)])
}

/** A thin plate of the outline, given counterclockwise in x and y; for wings and leaves. */
export function plate(outline: readonly (readonly [x: number, y: number])[], thickness = 0.04): Solid {
  const ring = (z: number): Point[] => outline.map(([x, y]) => [x, y, z])
  return skinned([ring(-thickness / 2), ring(thickness / 2)])
}

/** Turned by degrees around x, then y, then z, then moved. */
export function placed(solid: Solid, at: Point, [x, y, z]: Point): Solid {
  const turn = (a: number, b: number, degrees: number): [number, number] => {
    const angle = (degrees * Math.PI) / 180
    return [a * Math.cos(angle) - b * Math.sin(angle), a * Math.sin(angle) + b * Math.cos(angle)]
  }
  return solid.map((face) =>
    face.map((point): Point => {
      const [y1, z1] = turn(point[1], point[2], x)
      const [z2, x2] = turn(z1, point[0], y)
      const [x3, y3] = turn(x2, y1, z)
      return plus([x3, y3, z2], at)
    }),
  )
}

/** The solid and its mirror image on the other side. */
export const both = (solid: Solid): Solid => [
  ...solid,
  ...solid.map((face) => face.map(([x, y, z]): Point => [-x, y, z]).reverse()),
]

/** Copies of the solid, evenly around the y axis. */
export const spun = (solid: Solid, copies: number): Solid =>
  Array.from({ length: copies }, (_, at) => placed(solid, [0, 0, 0], [0, (at * 360) / copies, 0])).flat()
