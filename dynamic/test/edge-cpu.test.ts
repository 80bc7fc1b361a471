// What the router costs in Deno. The numbers are printed; they are the machine's, so nothing is asserted of them.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { functionsFolder, publicFolder, publishTree } from '../../build/publish-tree/publish-tree.ts'
import { api } from '../../data/api/table.ts'
import { denoProgram } from './edge-house.ts'
import { openSampleHouse, type House } from './house.ts'
import { scopesOf, soundUrls } from './targets.ts'

let house: House
beforeAll(async () => {
  house = await openSampleHouse()
})
afterAll(() => house.close())

it('a request is routed in little time, cold and warm', async () => {
  const { folder } = await publishTree({ dataDir: house.dataDir, to: join(house.dataDir, 'publish') })
  const catalog = house.catalog()
  const sound = api.endpoints.flatMap((endpoint) =>
    scopesOf(endpoint, catalog).flatMap((scope) => soundUrls(endpoint, catalog, scope, 10)),
  )
  const targets = sound.flatMap((url) => [url, `${url}${url.includes('?') ? '&' : '?'}bogus=1`])
  const told = join(house.dataDir, 'cpu.json')
  const release = { root: join(folder, publicFolder), bundle: join(folder, functionsFolder, 'edge.js') }
  writeFileSync(told, JSON.stringify({ ...release, targets }))
  const flags = ['--no-config', '--no-lock', '--no-remote', '--allow-read', '--allow-env']
  const script = join(import.meta.dirname, 'edge-cpu.mjs')
  const { stdout, stderr } = spawnSync(denoProgram(), ['run', ...flags, script, told], { encoding: 'utf8' })
  expect(stdout, stderr).toMatch(/^\{"count":\d+/)
  console.log(`router in Deno, milliseconds: ${stdout.trim()}`)
})
