// The sample world that suites share: its bundles, and a data folder into which they are imported and rendered.
import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { importAndRender } from '../../build/import-and-render.ts'
import { api } from '../../data/api/table.ts'
import { writeSampleWorld } from '../../data/sample/world.ts'
import { cachedFolder } from './cached-folder.ts'

const sources = ['data', 'build', 'scripts/test/built-world.ts', 'package-lock.json']

/** Returns a clock for imports that advances a minute with each call, so that every run gives the same bytes. */
export function sampleClock(): () => Date {
  let minute = 0
  return () => new Date(Date.UTC(2026, 0, 1, 12, minute++))
}

let built: Promise<string> | undefined

/** Returns the folder of the small world, with its bundles in `bundles` and its data folder in `data`. Memoized. */
export const builtWorld = (): Promise<string> => (built ??= cachedFolder('world', sources, buildWorld))

async function buildWorld(folder: string): Promise<void> {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const bundles = await writeSampleWorld(join(folder, 'bundles'), { scale: 'small' })
  await importAndRender(bundles, { api, dataDir, patches: 'all', now: sampleClock() })
}

/** Copies the bundles of the small sample world into a folder; returns their folders, oldest first. */
export async function copySampleBundles(folder: string): Promise<string[]> {
  cpSync(join(await builtWorld(), 'bundles'), folder, { recursive: true })
  return bundlesIn(folder)
}

/**
 * Copies the data folder of the small sample world, so that a suite may change its files; returns the number of its
 * imports.
 */
export async function copySampleData(dataDir: string): Promise<number> {
  const world = await builtWorld()
  cpSync(join(world, 'data'), dataDir, { recursive: true })
  return bundlesIn(join(world, 'bundles')).length
}

/** Returns the bundles in import order, which is that of their names. */
const bundlesIn = (folder: string): string[] =>
  readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
