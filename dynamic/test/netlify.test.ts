// netlify.toml as the platform's own package reads it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveConfig } from '@netlify/config'
import { expect, it } from 'vitest'
import { functionsFolder, publicFolder } from '../../build/publish-tree/publish-tree.ts'
import { config } from '../edge.ts'
import { functionPaths, repository } from './edge-house.ts'

interface NetlifyConfig {
  build: { publish: string; edge_functions: string }
  edge_functions: { path: string; function: string; cache?: string }[]
  headers: { for: string; values: Record<string, string> }[]
}

const read = async (inlineConfig: object = {}): Promise<NetlifyConfig> => {
  const given = { cwd: repository, repositoryRoot: repository, offline: true, context: 'production', branch: 'main' }
  const { config } = (await resolveConfig({ ...given, inlineConfig })) as { config: NetlifyConfig }
  return config
}

it('is understood, and publishes what publish:tree writes', async () => {
  const { build } = await read()
  expect(build.publish).toBe(join(repository, '.data/publish/current', publicFolder))
  expect(build.edge_functions).toBe(join(repository, '.data/publish/current', functionsFolder))
})

it('has one function on every path of the API and of the service, ahead of any cache', async () => {
  const { edge_functions: functions } = await read()
  expect(functions.map(({ path }) => path)).toEqual(functionPaths())
  expect(functions.every(({ function: name, cache }) => name === 'edge' && cache === 'off')).toBe(true)
  expect(functionPaths()).toEqual(['/v2', '/v2/*', '/v1/*', '/account', '/account/*', '/health/*', '/tooltips.js'])
})

it('goes on without the function should it fail', () => {
  expect(config).toEqual({ onError: 'bypass' })
})

it('routes nothing by redirect rules, which tolerate parameters that they do not know', () => {
  expect(readFileSync(join(repository, 'netlify.toml'), 'utf8')).not.toContain('[[redirects]]')
})

it('the package refuses what the platform does not know', async () => {
  await expect(read({ edge_functions: [{ path: 'v2', function: 'edge' }] })).rejects.toThrow(/valid path/)
  await expect(read({ edge_functions: [{ path: '/v2', function: 'edge', cached: 'off' }] })).rejects.toThrow(/cached/)
})
