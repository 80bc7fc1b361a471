// Tooltips of real items with random overrides: each line can be parsed back to its attribute and value.
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRequest } from '../../../data/api/request/request.ts'
import { respond } from '../../../data/api/answer/respond.ts'
import type { RowObject } from '../../../data/api/answer/rows/row-view.ts'
import { items as resource } from '../../../data/api/resources/items/items.ts'
import { api } from '../../../data/api/table.ts'
import { parseTarget } from '../../../data/api/request/target.ts'
import { tooltip as tooltipEndpoint } from '../../../data/api/resources/tooltip/item-tooltip.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { openFixture, type Fixture } from '../fixtures/test-service.ts'
import { hasRealData, realData } from '../../../scripts/test/requirements.ts'

const bundle = join(realData, 'patches/2025-04-24')
const exists = hasRealData('tooltips of real items', 'patches/2025-04-24')

const sampled = 300

/** Numbers that a request may have. */
const number = fc
  .tuple(fc.integer({ min: -400, max: 400 }), fc.constantFrom(1, 10, 100, 1e6))
  .map(([value, scale]) => value / scale)

interface Line {
  readonly label: string
  readonly min: number
  readonly max: number
}

/** Parses a line of a tooltip, with a grammar that is independent of the code under test. Throws if it is invalid. */
function parseLine(line: string): Line {
  const [, label, low = '', high = low] = /^(.+) (-?\d+(?:\.\d+)?)(?:-(-?\d+(?:\.\d+)?))?$/.exec(line) ?? []
  if (label === undefined) throw new Error(`${line} is not a line`)
  return { label, min: Number(low), max: Number(high) }
}

const wordsOf = (field: string) =>
  field
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

describe.skipIf(!exists)('the tooltips of 300 real items', () => {
  let fixture: Fixture
  let catalog: Catalog
  let rows: RowObject[]
  let fields: string[]

  beforeAll(async () => {
    fixture = openFixture()
    await fixture.import([bundle], { patches: 'none' })
    catalog = fixture.catalog()
    const ids = catalog.ids(resource, 1)
    rows = fc
      .sample(fc.shuffledSubarray(ids, { minLength: sampled, maxLength: sampled }), { numRuns: 1, seed: 20_250_424 })
      .flat()
      .map((id) => JSON.parse(catalog.row(resource, 1, id)?.text ?? '') as RowObject)
    const columns = catalog.columnsOf(resource, 1)
    const named = columns.flatMap((name) => /^(?:primary|secondary)_(?:min|max)_(.+)$/.exec(name)?.[1] ?? [])
    fields = [...new Set(named)].sort()
  })
  afterAll(() => fixture.close())

  const tooltip = (target: string) => {
    const { status, body } = respond(readRequest(api, parseTarget(target), catalog), catalog)
    expect(status).toBe(200)
    return JSON.parse(body) as {
      name: string
      primary: string[]
      secondary: [string, string?][]
      out_of_range?: string[]
    }
  }

  it('have attributes with distinct labels', () => {
    expect(fields.length).toBeGreaterThan(40)
    expect(new Set(fields.map(wordsOf)).size).toBe(fields.length)
  })

  it('show the ranges of the template', () => {
    for (const row of rows) {
      const lines = tooltip(`/v2/items/${String(row.id)}/tooltip`).primary.map(parseLine)
      const wanted = Object.keys(row).filter((name) => name.startsWith('primary_min_'))
      expect(lines).toHaveLength(wanted.length)
      for (const column of wanted) {
        const [field, min] = [column.slice('primary_min_'.length), row[column]]
        const max = row[`primary_max_${field}`]
        expect(lines).toContainEqual({ label: wordsOf(field), min, max })
      }
    }
  })

  it('show random overrides and gems, and mark values out of range', () => {
    expect(rows).toHaveLength(sampled)
    const { schema } = tooltipEndpoint
    let lines = 0
    rows.forEach((row, seed) => {
      const rolls = fc.dictionary(fc.constantFrom(...fields), number, { maxKeys: 6, noNullPrototype: true })
      const gem = fc.constantFrom(undefined, 'Ruby', 'Blue Sapphire (Cracked)', 'Id_Item_BlueSapphire_1001')
      const [given] = fc.sample(fc.record({ primary: rolls, secondary: rolls, gem }), { numRuns: 1, seed })
      if (!given) throw new Error('nothing was drawn')
      const query = [
        ...Object.entries(given.primary).map(([field, value]) => `primary[${field}]=${plain(value)}`),
        ...Object.entries(given.secondary).map(
          ([field, value]) =>
            `secondary[${field}]=${plain(value)}${given.gem ? `:${encodeURIComponent(given.gem)}` : ''}`,
        ),
      ]
      const payload = tooltip(`/v2/items/${String(row.id)}/tooltip?${query.join('&')}`)
      expect(schema.safeParse(payload).error).toBeUndefined()
      const primary = new Map(payload.primary.map(parseLine).map(({ label, min, max }) => [label, { min, max }]))
      for (const [field, value] of Object.entries(given.primary))
        expect(primary.get(wordsOf(field)), field).toEqual({ min: value, max: value })
      const secondary = payload.secondary.map(([line, displayed]) => ({ ...parseLine(line), gem: displayed }))
      const shownGem = given.gem === 'Ruby' || !given.gem ? given.gem : 'Blue Sapphire (Cracked)'
      expect(secondary).toEqual(
        Object.entries(given.secondary)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([field, value]) => ({ label: wordsOf(field), min: value, max: value, gem: shownGem })),
      )
      expect(payload.out_of_range ?? []).toEqual([
        ...outside(row, 'primary', given.primary),
        ...outside(row, 'secondary', given.secondary),
      ])
      lines += payload.primary.length + payload.secondary.length
    })
    expect(lines).toBeGreaterThan(sampled)
    console.log(`${lines} lines of ${rows.length} real items parsed back`)
  })
})

const plain = (value: number) => value.toFixed(6).replace(/\.?0+$/, '')

function outside(row: RowObject, kind: string, given: Readonly<Record<string, number>>): string[] {
  return Object.entries(given)
    .filter(([field, value]) => {
      const [min, max] = [row[`${kind}_min_${field}`], row[`${kind}_max_${field}`]]
      return min === undefined || value < Number(min) || value > Number(max)
    })
    .map(([field]) => `${kind}[${field}]`)
    .sort()
}
