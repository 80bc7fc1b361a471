// A smoke test of the commands on the oldest supported version of Node, through the launcher, and in the long form on
// Node 24 too. Other suites run on the newest version.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchApi } from '../dynamic/test/fixtures/test-client.ts'
import { root } from './site/source-files.ts'
import { copySampleBundles } from './test/built-world.ts'
import { commandEnvironment } from './test/environment.ts'
import { inLongForm } from './test/long-form.ts'
import { fetchNode } from './test/other-node.ts'
import { canRun } from './test/requirements.ts'

interface Command {
  readonly child: ChildProcess
  readonly said: { stdout: string; stderr: string }
  readonly ended: Promise<number | null>
}

describe.each(inLongForm(['22.18.0', '24'], ['22.18.0']))('on Node %s', (version) => {
  const node = fetchNode(version) ?? ''
  describe.runIf(canRun(`smoke suite on Node ${version}`, `Node ${version} from the npm registry`, node !== ''))(
    '',
    () => {
      let folder: string
      let bundles: string[]
      const children: ChildProcess[] = []
      beforeAll(async () => {
        folder = mkdtempSync(join(tmpdir(), 'old-node-'))
        bundles = await copySampleBundles(join(folder, 'bundles'))
      })
      afterAll(() => {
        for (const child of children) child.kill('SIGKILL')
        rmSync(folder, { recursive: true, force: true })
      })

      function run(command: string, ...args: readonly string[]): Command {
        const child = spawn(node, ['scripts/run.mjs', command, ...args], {
          cwd: root,
          env: commandEnvironment({
            PATH: `${dirname(node)}:${process.env.PATH}`,
            ...{ DATA_DIR: join(folder, 'data'), PORT: '0', OBSERVER_PORT: '0', RENDER_PATCHES: '1', OBSERVER: 'off' },
          }),
        })
        children.push(child)
        const said = { stdout: '', stderr: '' }
        child.stdout.on('data', (bytes: Buffer) => (said.stdout += bytes.toString()))
        child.stderr.on('data', (bytes: Buffer) => (said.stderr += bytes.toString()))
        return { child, said, ended: once(child, 'close').then(([code]) => code as number | null) }
      }

      async function portOf({ said, child }: Command): Promise<number> {
        while (child.exitCode === null) {
          const port = /Serving on http:\/\/127\.0\.0\.1:(\d+)/.exec(said.stderr)?.[1]
          if (port) return Number(port)
          await sleep(50)
        }
        throw new Error(`not serving: ${said.stderr}`)
      }

      it('imports a bundle without warnings about experimental features', async () => {
        const { ended, said } = run('import', bundles[0] ?? '')
        expect(await ended, said.stderr).toBe(0)
        expect(said.stdout).toContain('Patch 1.0.0.2101 (main) imported; its id is 1.')
        expect(said.stderr).not.toContain('Warning')
      })

      it('ends with 2 on wrong usage, and with 3 if a bundle has validation errors', async () => {
        expect(await run('import', '--bogus').ended).toBe(2)
        expect(await run('no-such-command').ended).toBe(2)
        const broken = bundles[2] ?? ''
        appendFileSync(join(broken, 'items.ndjson'), '{"id": 7}\n')
        const { ended, said } = run('import', broken)
        expect(await ended).toBe(3)
        expect(said.stderr).toMatch(/items\.ndjson:\d+: id: expected/)
      })

      it('keeps the old state if an import is killed, and completes it when the command is repeated', async () => {
        const { child, said, ended } = run('import', bundles[1] ?? '')
        while (!said.stderr.includes('Importing') && child.exitCode === null) await sleep(10)
        child.kill('SIGTERM')
        await ended
        const again = run('import', bundles[1] ?? '')
        expect(await again.ended, again.said.stderr).toBe(0)
        expect(again.said.stdout).toMatch(/its id is 2\.|nothing changed/)
      })

      it('starts, answers a read of each kind, and ends with 0 on SIGTERM', async () => {
        const started = run('start')
        const service = { port: await portOf(started) }
        if (process.platform === 'linux' && version === '24')
          expect(readFileSync(`/proc/${started.child.pid}/environ`, 'utf8')).toContain('MALLOC_ARENA_MAX=2')
        const statusOf = async (target: string) => (await fetchApi(service, target)).status
        for (const target of [
          '/health/ready',
          '/v2/patches',
          '/v2/items',
          '/v2/items?rarity=epic',
          '/v2/facets?locale=de',
        ])
          expect(await statusOf(target), target).toBe(200)
        for (const target of ['/v2/items/id.item.ember_lantern_5001', '/v2/market', '/v2/openapi.json', '/', '/items'])
          expect(await statusOf(target), target).toBe(200)
        const icon = await fetchApi(service, '/v2/items/id.item.ember_lantern_5001/icon')
        expect(await statusOf(String(icon.headers.location))).toBe(200)
        expect((await fetchApi(service, '/items/id.item.ember_lantern_5001')).text).toContain('Ember Lantern')
        expect(await statusOf('/v2/items?bogus=1')).toBe(400)
        expect(await statusOf('/v2/nothing')).toBe(404)
        started.child.kill('SIGTERM')
        expect(await started.ended).toBe(0)
      })
    },
  )
})
