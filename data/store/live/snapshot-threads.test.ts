// Snapshots of a store with threads, as the service uses it.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { batchOf, firstPage, iso, noon, sample } from './test/test-live.ts'
import { InProcessLiveStore } from './in-process-live-store.ts'
import { ThreadedLiveStore } from './threaded-live-store.ts'

const count = 50_000
let dataDir: string
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'snapshot-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function fill(): Promise<void> {
  const filled = await InProcessLiveStore.open({ dataDir })
  for (let from = 1; from <= count; from += 5000) {
    const lines = Array.from({ length: 5000 }, (_, nth) => {
      const id = from + nth
      const instants = { created_at: iso(noon + id * 10), captured_at: iso(noon + id * 10) }
      return { id, item_id: `id.item.thing_${id % 50}`, price: id % 900, quantity: 1, ...instants }
    })
    await filled.writer.ingest('market', batchOf(lines), noon + 3_600_000)
  }
  await filled.close()
}

async function start() {
  const live = await ThreadedLiveStore.open({ location: { dataDir }, catalogFile: 'catalog.db' })
  return { live, why: await live.warmUp() }
}

it('a large market is saved on shutdown and loaded at the start; a damaged file is reported and replaced', async () => {
  await fill()
  const path = join(dataDir, 'market.snapshot')
  const first = await start()
  expect(first.why).toBeUndefined()
  await first.live.close()
  expect(existsSync(path)).toBe(true)
  for (const damage of [false, true]) {
    if (damage) writeFileSync(path, 'no snapshot, but long enough to have a footer')
    const { live, why } = await start()
    expect(why).toEqual(damage ? expect.stringMatching(/damaged/) : undefined)
    const { value } = await live.market.listings([], { ...firstPage, limit: 1 }, noon)
    expect(value.total).toBe(count)
    await live.close()
  }
  const last = await start()
  expect(last.why).toBeUndefined()
  await last.live.close()
})

it('a store closes completely even if the snapshot cannot be written', async () => {
  await fill()
  mkdirSync(join(dataDir, 'market.snapshot', 'in the way'), { recursive: true })
  const { live } = await start()
  await live.ingest('population', batchOf([sample(noon, 5)]), noon)
  await live.close()
  expect(readdirSync(dataDir).filter((name) => name.startsWith('live.db'))).toEqual(['live.db'])
})
