// Parses netlify.toml with the platform's own package.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveConfig } from '@netlify/config'
import { expect, it } from 'vitest'
import { functionsFolder, publicFolder } from '../../../build/publish-tree/publish-tree.ts'
import { manifestFile } from '../../../data/api/static/manifest.ts'
import { pagesIndexFile } from '../../../data/api/static/page-files.ts'
import { config } from '../../edge.ts'
import { excludedPaths, repository } from './edge-service.ts'

interface NetlifyConfig {
  build: { publish: string; edge_functions: string }
  edge_functions: { path: string; excludedPath: string[]; function: string; cache?: string }[]
  headers: { for: string; values: Record<string, string> }[]
}

const read = async (inlineConfig: object = {}): Promise<NetlifyConfig> => {
  const given = { cwd: repository, repositoryRoot: repository, offline: true, context: 'production', branch: 'main' }
  const { config } = (await resolveConfig({ ...given, inlineConfig })) as { config: NetlifyConfig }
  return config
}

it('is valid, and publishes the output of publish:tree', async () => {
  const { build } = await read()
  expect(build.publish).toBe(join(repository, '.data/publish/current', publicFolder))
  expect(build.edge_functions).toBe(join(repository, '.data/publish/current', functionsFolder))
})

it('has one function, uncached, on every path except those of files', async () => {
  const { edge_functions: functions } = await read()
  expect(functions).toMatchObject([{ path: '/*', function: 'edge', cache: 'off', excludedPath: excludedPaths() }])
})

it('bypasses the function if it fails', () => {
  expect(config).toEqual({ onError: 'bypass' })
})

it('has no redirect rules, which would tolerate unknown parameters', () => {
  expect(readFileSync(join(repository, 'netlify.toml'), 'utf8')).not.toContain('[[redirects]]')
})

it('the package refuses unknown settings', async () => {
  await expect(read({ edge_functions: [{ path: 'v2', function: 'edge' }] })).rejects.toThrow(/valid path/)
  await expect(read({ edge_functions: [{ path: '/v2', function: 'edge', cached: 'off' }] })).rejects.toThrow(/cached/)
})

it('leaves the resources of the site and all published files except pages to the platform', () => {
  const names = [
    '_site/x.js',
    ...readdirSync(join(repository, 'site/public')),
    manifestFile,
    pagesIndexFile,
    'assets/00/00',
  ]
  const isOwn = excludedPaths().map((path) => new RegExp(`^${path.replaceAll('.', '\\.').replace('*', '.*')}$`))
  for (const name of names)
    expect(
      isOwn.some((path) => path.test(`/${name}`)),
      name,
    ).toBe(true)
  for (const path of ['/', '/items', '/v2/items', '/tooltips.js', '/client.tgz', '/account'])
    expect(
      isOwn.some((own) => own.test(path)),
      path,
    ).toBe(false)
})
