// Bundles for the benches, made from the sample world: more items, and patches that change a few rows.
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importAndRender } from '../../../build/import-and-render.ts'
import { api } from '../../../data/api/table.ts'
import { unit } from '../../../data/sample/random.ts'
import type { Row } from '../../../data/sample/rows.ts'
import { writeSampleWorld } from '../../../data/sample/world.ts'

/**
 * Writes the bundles of the sample world without pictures, in import order: `whole` is the first, the others have only
 * changes.
 */
export async function sampleWorld(folder: string, quick: boolean) {
  const bundles = await writeSampleWorld(folder, { scale: quick ? 'small' : 'full', pictures: false })
  const [whole = ''] = bundles
  return { bundles, whole }
}

/** Reads a file of a bundle as rows. */
export const readRows = (bundle: string, name: string): Row[] =>
  readFileSync(join(bundle, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)

const writeRows = (bundle: string, name: string, rows: readonly Row[]) =>
  writeFileSync(join(bundle, name), linesOf(rows))

const linesOf = (rows: readonly Row[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** Writes a bundle with `count` items: those of `source`, then copies with new ids and other values. */
export function writeItems(folder: string, source: string, count: number, version = '1.0.1'): string {
  const items = readRows(source, 'items.ndjson')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'patch.json'), JSON.stringify({ branch: 'main', version }))
  writeRows(folder, 'items.ndjson', items.slice(0, count))
  // One copy at a time, because a million rows would exceed the maximum length of a string.
  for (let copy = 1; copy * items.length < count; copy += 1) {
    const rows = items.slice(0, count - copy * items.length).map((item) => copied(item, copy))
    appendFileSync(join(folder, 'items.ndjson'), linesOf(rows))
  }
  return folder
}

/** Imports 20,000 items, or 4,000 if `quick`, without rendering. */
export async function manyItems(folder: string, quick: boolean) {
  const { whole } = await sampleWorld(join(folder, 'sample'), quick)
  const bundle = writeItems(join(folder, 'items'), whole, quick ? 4000 : 20_000)
  const dataDir = join(folder, 'data')
  await importAndRender([bundle], { api, dataDir, patches: 'none' })
  return { items: readRows(bundle, 'items.ndjson'), dataDir }
}

function copied(item: Row, copy: number): Row {
  const factor = 0.5 + unit(`${String(item.id)}/${copy}`)
  const values = Object.entries(item).map(([name, value]): [string, Row[string]] => {
    if (name === 'id' || name === 'archetype') return [name, `${String(value)}.${copy}`]
    if (name === 'source_key') return [name, undefined]
    if (name === 'name') return [name, `${String(value)} the ${copy + 1}th`]
    if (name === 'description') return [name, `${String(value)} ${copy}`]
    return [name, typeof value === 'number' && value > 3 ? Math.round(value * factor) : value]
  })
  return Object.fromEntries(values)
}

/** Writes `count` further patches of a bundle with the same files; each changes a value in one row of a hundred. */
export function writePatches(folder: string, first: string, count: number): string[] {
  const tables = readdirSync(first).filter((name) => name.endsWith('.ndjson'))
  const world = new Map(tables.map((name) => [name, readRows(first, name)]))
  return Array.from({ length: count }, (_, index) => {
    const number = index + 2
    const bundle = join(folder, String(number))
    cpSync(first, bundle, { recursive: true })
    writeFileSync(join(bundle, 'patch.json'), JSON.stringify({ branch: 'main', version: `1.0.${number}` }))
    for (const [name, rows] of world) {
      const next = rows.map((row, at) => (unit(`${number}/${name}/${at}`) < 0.01 ? changed(row, number) : row))
      world.set(name, next)
      writeRows(bundle, name, next)
    }
    return bundle
  })
}

/** Returns the row with another number, or with another name if it has no number. */
function changed(row: Row, number: number): Row {
  const found = Object.entries(row).find(([, value]) => Number.isInteger(value))
  return found ? { ...row, [found[0]]: Number(found[1]) + number } : { ...row, name: `${String(row.name)} ${number}` }
}
