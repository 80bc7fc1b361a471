// The picture of a quest's chain: what comes before it and what it opens, as boxes in columns.
import type { Ledger, Thing } from './ledger.ts'

export interface ChainBox {
  readonly thing: Thing
  readonly x: number
  readonly y: number
  /** Its name, cut to the box. */
  readonly label: string
}

export interface ChainPicture {
  readonly width: number
  readonly height: number
  readonly boxWidth: number
  readonly boxHeight: number
  readonly boxes: readonly ChainBox[]
  /** Paths from a quest to one that it opens. */
  readonly links: readonly string[]
  /** Quests of the chain that the picture leaves out. */
  readonly left: number
}

const mostBoxes = 40
const boxWidth = 190
const boxHeight = 40
const columnGap = 40
const rowGap = 14
const mostLetters = 24

/** Nothing where the quest neither follows nor opens one. */
export function questChain(ledger: Ledger, id: string): ChainPicture | undefined {
  const next = (of: string) =>
    (ledger.mentions.get(of) ?? []).filter(({ column, from }) => column === 'chapter_id' && from.list === '/quests')
  const before = new Map(
    (ledger.byList.get('/quests') ?? []).flatMap((one) => next(one.id).map(({ from }) => [from.id, one.id] as const)),
  )
  let root = id
  for (const seen = new Set([id]); ; seen.add(root)) {
    const earlier = before.get(root)
    if (earlier === undefined || seen.has(earlier)) break
    root = earlier
  }
  const boxes: ChainBox[] = []
  const links: string[] = []
  let rows = 0
  let left = 0
  const place = (of: string, depth: number, from: ChainBox | undefined): void => {
    const thing = ledger.things.get(of)
    if (!thing || boxes.some((box) => box.thing.id === of)) return
    if (boxes.length >= mostBoxes) return void (left += 1)
    const box = {
      thing,
      x: depth * (boxWidth + columnGap) + 1,
      y: rows * (boxHeight + rowGap) + 1,
      label: cut(thing.name),
    }
    boxes.push(box)
    if (from) links.push(linkOf(from, box))
    next(of).forEach(({ from: following }, nth) => {
      if (nth > 0) rows += 1
      place(following.id, depth + 1, box)
    })
  }
  place(root, 0, undefined)
  if (boxes.length < 2) return undefined
  const width = Math.max(...boxes.map(({ x }) => x)) + boxWidth + 1
  const height = Math.max(...boxes.map(({ y }) => y)) + boxHeight + 1
  return { width, height, boxWidth, boxHeight, boxes, links, left }
}

function linkOf(from: ChainBox, to: ChainBox): string {
  const [x1, y1] = [from.x + boxWidth, from.y + boxHeight / 2]
  const [x2, y2] = [to.x, to.y + boxHeight / 2]
  return `M${x1} ${y1} C${x1 + columnGap / 2} ${y1} ${x2 - columnGap / 2} ${y2} ${x2} ${y2}`
}

const cut = (name: string): string => (name.length > mostLetters ? `${name.slice(0, mostLetters - 1)}…` : name)
