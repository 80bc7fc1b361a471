// The sample world as suites share it: bundles, and the data folder that they are imported and rendered to.
import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { importAndRender } from '../../build/import-and-render.ts'
import { api } from '../../data/api/table.ts'
import { writeSampleWorld } from '../../data/sample/world.ts'
import { cachedFolder } from './cached-folder.ts'

const sources = ['data', 'build', 'scripts/test/built-world.ts', 'package-lock.json']

/** The instants of imports, a minute apart, so that every run gives the same bytes. */
export function sampleClock(): () => Date {
  let minute = 0
  return () => new Date(Date.UTC(2026, 0, 1, 12, minute++))
}

let built: Promise<string> | undefined

/** Of the small world: its bundles are in `bundles`, its data folder is `data`. A process looks for it once. */
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

/** Copies the data folder of the small sample world, so that a suite may change its files; returns of how many imports it is. */
export async function copySampleData(dataDir: string): Promise<number> {
  const world = await builtWorld()
  cpSync(join(world, 'data'), dataDir, { recursive: true })
  return bundlesIn(join(world, 'bundles')).length
}

/** In the order in which they are imported, which their names begin with. */
const bundlesIn = (folder: string): string[] =>
  readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
