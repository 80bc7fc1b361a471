import { expect, it } from 'vitest'
import { importGraph } from '../../build/render/import-graph.ts'
import { pageSources } from './build-site.ts'
import { digestOf, filesOf, root } from './source-files.ts'

it('the sources of pages include every module of the process that writes them, and of the configuration of the app', async () => {
  const modules = Object.keys(await importGraph(['scripts/site/pages.ts', 'site/astro.config.ts'], root))
  expect(modules).toEqual(
    expect.arrayContaining(['dynamic/setting-list.ts', 'data/store/catalog/catalog.ts', 'data/sample/world.ts']),
  )
  const known = new Set(filesOf(pageSources))
  expect(modules.filter((path) => !known.has(path))).toEqual([])
})

it('sources are folders without their suites, and have different digests', () => {
  const files = filesOf(['dynamic', 'CHANGELOG.md'])
  expect(files).toEqual(expect.arrayContaining(['dynamic/account/account-settings.ts', 'CHANGELOG.md']))
  expect(files.filter((path) => /\.test\.ts$|\/test\//.test(path))).toEqual([])
  expect(digestOf(['dynamic/settings.ts'])).not.toBe(digestOf(['dynamic/listener/app.ts']))
})
