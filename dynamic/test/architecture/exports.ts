// Checks the names of exports, and that other files import them.
import { describe, expect, it } from 'vitest'
import { all, exportsOf, siteTypes, sources, type Source } from './sources.ts'

const exported = (files: readonly Source[]) =>
  files
    .filter(({ path }) => path.endsWith('.ts'))
    .flatMap((source) => exportsOf(source).map((name) => ({ path: source.path, name })))

const importers = Map.groupBy(
  [...all, siteTypes].flatMap(({ text, imports }) => imports.map(({ to }) => ({ to, text }))),
  ({ to }) => to,
)

const isImported = ({ path, name }: { path: string; name: string }) =>
  importers.get(path)?.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)) ?? false

/** Whether Astro reads the exports, or a library in place of a module of its own. */
const isReadElsewhere = (path: string) =>
  path.startsWith('site/src/pages/') ||
  ['site/src/middleware.ts', 'site/src/browser/models/no-meshopt.ts'].includes(path)

describe('exports', () => {
  it('are named by the words of the field', () => {
    const banned = /(Entity|Controller|ServiceLayer|Dto|DTO|Utils?|Manager|Common)s?$/
    expect(exported(sources).filter(({ name }) => banned.test(name))).toEqual([])
  })

  it('are imported by another file', () => {
    expect(exported(all).filter((one) => !isReadElsewhere(one.path) && !isImported(one))).toEqual([])
  })
})
