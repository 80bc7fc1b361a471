import { expect, it } from 'vitest'
import { importGraph } from '../../build/render/import-graph.ts'
import { pageSources } from './build-site.ts'
import { digestOf, filesOf, root } from './source-files.ts'

it('written pages are as old as every module of the process that writes them, and of the configuration that the app is built by', async () => {
  const modules = Object.keys(await importGraph(['scripts/site/pages.ts', 'site/astro.config.ts'], root))
  expect(modules).toEqual(
    expect.arrayContaining(['dynamic/setting-list.ts', 'data/store/catalog/catalog.ts', 'data/sample/world.ts']),
  )
  const known = new Set(filesOf(pageSources))
  expect(modules.filter((path) => !known.has(path))).toEqual([])
})

it('sources are whole folders without their suites, and their digest knows one from another', () => {
  const files = filesOf(['dynamic', 'CHANGELOG.md'])
  expect(files).toEqual(expect.arrayContaining(['dynamic/account/account-settings.ts', 'CHANGELOG.md']))
  expect(files.filter((path) => /\.test\.ts$|\/test\//.test(path))).toEqual([])
  expect(digestOf(['dynamic/settings.ts'])).not.toBe(digestOf(['dynamic/listener/app.ts']))
})
