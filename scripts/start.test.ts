// `npm start` serves before everything is rendered, and continues after it was killed at any point.
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importAndRender, renderOnly } from '../build/import-and-render.ts'
import { catalogFile } from '../build/render/switch.ts'
import { api } from '../data/api/table.ts'
import { acquireImportLock } from '../data/store/files/import-lock.ts'
import { readManifest } from '../data/store/files/tree.ts'
import { fetchApi } from '../dynamic/test/fixtures/test-client.ts'
import { kill, killAll, waitForOutput, startProcess } from '../dynamic/test/live/service-process.ts'
import { copySampleBundles, copySampleData } from './test/built-world.ts'
import { inLongForm } from './test/long-form.ts'

const patience = { timeout: 120_000, interval: 100 }
let folder: string
let dataDir: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-'))
  dataDir = join(folder, 'data')
  mkdirSync(join(folder, 'tmp'))
})
afterEach(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true })
})

const start = (more: Readonly<Record<string, string>> = {}) =>
  startProcess(['scripts/run.mjs', 'start'], {
    ...{ DATA_DIR: dataDir, PORT: '0', OBSERVER_PORT: '0', OBSERVER: 'off', RENDER_PATCHES: '1', LOG_LEVEL: 'silent' },
    TMPDIR: join(folder, 'tmp'),
    ...more,
  })

/** Starts on the data folder; resolves once it serves. */
async function serving(more?: Readonly<Record<string, string>>) {
  const child = start(more)
  const [, port] = await waitForOutput(child, 'stderr', /Serving on http:\/\/[^:]+:(\d+)/)
  return { child, port: Number(port) }
}

/** Waits until no process imports or renders in the folder. */
const released = () =>
  expect
    .poll(() => {
      const release = acquireImportLock(dataDir)
      release?.()
      return release !== undefined
    }, patience)
    .toBe(true)

const rendered = () => Object.keys(readManifest(dataDir)?.scopes ?? {}).length

describe('npm start', () => {
  it('answers requests without rendered files and renders them, in the next start if it is killed', async () => {
    await copySampleData(dataDir)
    await renderOnly({ api, dataDir, patches: 'none' })
    expect(rendered()).toBe(1)

    const killed = await serving()
    expect((await fetchApi(killed, '/v2/items')).status).toBe(200)
    await kill(killed.child)
    await released()

    const { child, port } = await serving()
    const before = await fetchApi({ port }, '/v2/items')
    await expect.poll(rendered, patience).toBeGreaterThan(1)
    await released()
    const after = await fetchApi({ port }, '/v2/items')
    expect([after.status, after.text]).toEqual([200, before.text])
    child.kill()
    expect(await once(child, 'exit')).toEqual([0, null])
  }, 240_000)

  it('renders missing files once another process has released the folder', async () => {
    await copySampleData(dataDir)
    await renderOnly({ api, dataDir, patches: 'none' })
    const release = acquireImportLock(dataDir)
    const { child } = await serving({ LOG_LEVEL: 'info' })
    await waitForOutput(child, 'stdout', /nothing is rendered/)
    expect(rendered()).toBe(1)
    release?.()
    await expect.poll(rendered, patience).toBeGreaterThan(1)
  }, 240_000)

  it('killed while it imports the sample world, leaves no files and no locks behind', async () => {
    const child = start()
    await waitForOutput(child, 'stderr', /importing the sample world/)
    const written = () => readdirSync(join(folder, 'tmp')).filter((name) => name.startsWith('sample-world-'))
    await expect.poll(written, patience).toHaveLength(1)
    // Drawing the whole sample world takes a while.
    if (inLongForm(true, false))
      await expect.poll(() => existsSync(join(dataDir, 'catalog.next.db')), patience).toBe(true)
    await kill(child)
    await released()
    await expect.poll(written, patience).toEqual([])
    expect(existsSync(join(dataDir, catalogFile))).toBe(false)
    const bundles = await copySampleBundles(join(folder, 'bundles'))
    const { summaries } = await importAndRender(bundles.slice(0, 1), { api, dataDir, patches: 'none' })
    expect(summaries).toMatchObject([{ outcome: 'imported', patchId: 1 }])
  }, 240_000)
})
