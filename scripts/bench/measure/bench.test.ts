import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRows, sampleWorld, writeItems, writePatches } from './bundles.ts'
import { itemQueries } from './queries.ts'
import { alternate, compare, median } from './rounds.ts'
import { mergeRuns } from './runs.ts'
import { tableOf } from './table.ts'

describe('rounds', () => {
  it('have the median, for an even number the mean of the middle two', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 3, 2])).toBe(2.5)
  })

  it('compare pair by pair, so that a slow moment of the machine affects both of a pair', () => {
    const pairs = [
      [10, 20],
      [100, 200],
      [11, 22],
    ] as const
    expect(compare(pairs)).toEqual({ measured: 11, baseline: 22, ratio: 0.5 })
  })

  it('alternate, and the first pair does not count', async () => {
    const calls: string[] = []
    const side = (name: string, value: number) => (round: number) => {
      calls.push(`${name}${round}`)
      return round === 0 ? 1000 : value
    }
    expect(await alternate(2, side('b', 4), side('m', 3))).toEqual({ measured: 3, baseline: 4, ratio: 0.75 })
    expect(calls).toEqual(['m0', 'b0', 'm1', 'b1', 'm2', 'b2'])
  })
})

describe('the table', () => {
  const figure = { bench: 'render', figure: 'files', measured: '5', baseline: '10', ratio: 0.5 }

  it('says whether a budget is met, if there is one', () => {
    const verdicts = [{ ...figure, budget: { atLeast: 0.5 } }, { ...figure, budget: { atMost: 0.4 } }, figure]
    const lines = tableOf(verdicts).split('\n').slice(2)
    expect(lines.map((line) => line.split(/ {2,}/).slice(4))).toEqual([
      ['0.50', '>= 0.5', 'ok'],
      ['0.50', '<= 0.4', 'missed'],
      ['0.50'],
    ])
  })

  it('has the median of several runs with the lowest and the highest ratio', () => {
    const runs = [0.5, 0.9, 0.4].map((ratio) => [{ ...figure, measured: `${ratio * 10}`, ratio }])
    const merged = mergeRuns(runs).map((line) => ({ bench: 'render', ...line }))
    expect(tableOf(merged).split('\n')[2]?.split(/ {2,}/)).toEqual([
      'render',
      'files',
      '5',
      '10',
      '0.50',
      '0.40 to 0.90',
    ])
  })
})

describe('generated data', () => {
  let folder = ''
  let first = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bench-test-'))
    first = (await sampleWorld(join(folder, 'sample'), true)).whole
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('has items with distinct ids', () => {
    const rows = readRows(writeItems(join(folder, 'items'), first, 1000), 'items.ndjson')
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1000)
  })

  it('has patches that change about one row of a hundred, but no ids', () => {
    const items = writeItems(join(folder, 'more-items'), first, 2000)
    const before = readRows(items, 'items.ndjson')
    const [bundle = ''] = writePatches(join(folder, 'patches'), items, 1)
    const after = readRows(bundle, 'items.ndjson')
    const changed = after.filter((row, at) => JSON.stringify(row) !== JSON.stringify(before[at])).length
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(changed / before.length).toBeGreaterThan(0.005)
    expect(changed / before.length).toBeLessThan(0.02)
    expect(readFileSync(join(bundle, 'patch.json'), 'utf8')).toContain('1.0.2')
  })

  it('has distinct queries of one to three filters, the same for the same key', () => {
    const rows = readRows(first, 'items.ndjson')
    const queries = itemQueries(rows, 500, 'a')
    const filters = queries.map((query) => query.split('&').length)
    expect(new Set(queries).size).toBe(500)
    expect([Math.min(...filters), Math.max(...filters)]).toEqual([1, 3])
    expect(itemQueries(rows, 500, 'a')).toEqual(queries)
    expect(itemQueries(rows, 500, 'b')).not.toEqual(queries)
  })

  it('has the same number of queries without names', () => {
    const queries = itemQueries(readRows(first, 'items.ndjson'), 1500, 'a', ['exact', 'range', 'class'])
    expect(new Set(queries).size).toBe(1500)
    expect(queries.filter((query) => query.includes('name='))).toEqual([])
  })
})
