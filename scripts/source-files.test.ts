import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { pageSources } from './site.ts'
import { digestOf, filesOf, root } from './source-files.ts'

it('written pages are as old as every module of the process that writes them, and of the configuration that the app is built by', async () => {
  const { metafile } = await build({
    entryPoints: ['scripts/pages.ts', 'site/astro.config.ts'],
    outdir: 'nowhere',
    absWorkingDir: root,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const modules = Object.keys(metafile.inputs)
  expect(modules).toEqual(
    expect.arrayContaining(['dynamic/settings.ts', 'data/store/catalog.ts', 'data/sample/world.ts']),
  )
  const known = new Set(filesOf(pageSources))
  expect(modules.filter((path) => !known.has(path))).toEqual([])
})

it('sources are whole folders without their suites, and their digest knows one from another', () => {
  const files = filesOf(['dynamic', 'CHANGELOG.md'])
  expect(files).toEqual(expect.arrayContaining(['dynamic/account/account-settings.ts', 'CHANGELOG.md']))
  expect(files.filter((path) => /\.test\.ts$|\/test\//.test(path))).toEqual([])
  expect(digestOf(['dynamic/settings.ts'])).not.toBe(digestOf(['dynamic/app.ts']))
})
