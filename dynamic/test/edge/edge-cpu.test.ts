// Measures the cost of routing in Deno. The figures are only printed, because they depend on the machine.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { functionsFolder, publicFolder } from '../../../build/publish-tree/publish-tree.ts'
import { api } from '../../../data/api/table.ts'
import { denoProgram } from './edge-service.ts'
import { openSampleFixture, type Fixture } from '../fixtures/test-service.ts'
import { scopesOf, validUrls } from '../fixtures/targets.ts'
import { commandEnvironment } from '../../../scripts/test/environment.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'
import { publishedRelease } from './published-release.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openSampleFixture()
})
afterAll(() => fixture.close())

it('measures the time to route a request, cold and warm', async () => {
  const folder = await publishedRelease('plain')
  const catalog = fixture.catalog()
  const valid = api.endpoints.flatMap((endpoint) =>
    scopesOf(endpoint, catalog).flatMap((scope) => validUrls(endpoint, catalog, scope, inLongForm(10, 1))),
  )
  const targets = valid.flatMap((url) => [url, `${url}${url.includes('?') ? '&' : '?'}bogus=1`])
  const reported = join(fixture.dataDir, 'cpu.json')
  const release = { root: join(folder, publicFolder), bundle: join(folder, functionsFolder, 'edge.js') }
  writeFileSync(reported, JSON.stringify({ ...release, targets }))
  const flags = ['--no-config', '--no-lock', '--no-remote', '--allow-read', '--allow-env']
  const script = join(import.meta.dirname, 'edge-cpu.mjs')
  const { stdout, stderr } = spawnSync(denoProgram(), ['run', ...flags, script, reported], {
    env: commandEnvironment({ DENO_NO_UPDATE_CHECK: '1' }),
    encoding: 'utf8',
  })
  expect(stdout, stderr).toMatch(/^\{"count":\d+/)
  console.log(`router in Deno, milliseconds: ${stdout.trim()}`)
})
