// Checks the lengths and the names of files.
import { describe, expect, it } from 'vitest'
import { all as everything, isTest, type Source } from './sources.ts'

// Pages of Astro are left out: their names are addresses, and their texts make them long.
const all = everything.filter(({ path }) => path.endsWith('.ts'))
const sources = all.filter(({ path }) => !isTest(path))
const tests = all.filter(({ path }) => isTest(path))

describe('sizes and names', () => {
  /** Whether the file is data (texts, drawings, declarations, the table), whose length is not limited. */
  const isTable = (path: string) => /\/(words|shapes|resources)\/|^data\/api\/table\.ts$/.test(path)
  const counted = sources.filter(({ path }) => !isTable(path))
  const lengths = counted.map(({ lines }) => lines).sort((a, b) => a - b)
  const at = (share: number) => lengths[Math.floor(lengths.length * share)] ?? 0

  it('files are short', () => {
    expect(counted.filter(({ lines }) => lines > 260).map(({ path, lines }) => `${path}: ${lines}`)).toEqual([])
    expect(at(0.5)).toBeLessThanOrEqual(90)
    expect(at(0.9)).toBeLessThanOrEqual(220)
  })

  it('tests are altogether at least as long as sources', () => {
    const sum = (files: readonly Source[]) => files.reduce((total, { lines }) => total + lines, 0)
    const own = counted.filter(({ path }) => !path.startsWith('data/sample/'))
    const ofOwn = tests.filter(({ path }) => !path.startsWith('data/sample/'))
    expect(sum(ofOwn)).toBeGreaterThanOrEqual(sum(own))
  })

  it('files have names in kebab case without vague words', () => {
    // Astro prescribes the name of its configuration, and names pages after their addresses.
    const isAstros = (path: string) => path === 'site/astro.config.ts' || path.startsWith('site/src/pages/')
    const names = all.map(({ path }) => path).filter((path) => !isAstros(path))
    expect(names.filter((path) => !/^[a-z0-9-]+(\/[a-z0-9-]+)*(\.test)?\.ts$/.test(path))).toEqual([])
    const banned = /\b(entity|entities|controllers?|dto|utils?|managers?|common)\b/
    expect(names.filter((path) => banned.test(path))).toEqual([])
  })

  it('no comment is a to-do or dead code', () => {
    const old = /^\s*\/\/\s*(TODO|FIXME|XXX|HACK|import |const |return |if \()/m
    expect(sources.filter(({ text }) => old.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('no test is skipped or run exclusively', () => {
    const left = /\b(it|describe|test)\.(only|todo|skip)\b\(/
    expect(tests.filter(({ text }) => left.test(text)).map(({ path }) => path)).toEqual([])
  })
})
