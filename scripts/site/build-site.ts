import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import writeFileAtomic from 'write-file-atomic'
import { acquireLock } from '../../data/store/files/import-lock.ts'
import { loadInBackground } from '../../dynamic/http/load-in-background.ts'
import { builtSite, currentBuildFile, openSite, siteBuilds } from '../../site/server/open-site.ts'
import type { Site } from '../../site/server/site-interface.ts'
import { runNode } from '../command/run-node.ts'
import { digestOf, root } from './source-files.ts'

/** A service that was started with an earlier build goes on with it. */
const keptBuilds = 5
/** In the folder of a build that is complete. */
const completeFile = 'complete'
/** How often a process looks whether another one has built it. */
const checkMilliseconds = 200

/** What the app is built from. */
const appSources = [
  'site/src',
  'site/cards',
  'site/public',
  'site/astro.config.ts',
  'data/api',
  'CHANGELOG.md',
  'package-lock.json',
]

/** What pages are written from: the app, and all that answers it in the process that writes them. */
export const pageSources: readonly string[] = [
  ...appSources,
  ...['site/server', 'data/store', 'data/sample', 'build', 'dynamic'],
  ...[
    'scripts/site/pages.ts',
    'scripts/command/run-node.ts',
    'scripts/site/sample-api-client.ts',
    'scripts/site/build-site.ts',
  ],
  'scripts/site/source-files.ts',
]

/**
 * The site, loaded while the service starts, which takes 50 ms. If its sources have changed it is built in another
 * process while pages wait.
 */
export function siteOf(dataDir: string): Site {
  const isBuilt = buildSite()
  isBuilt.catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
  const answer = loadInBackground(async () => {
    await isBuilt
    return openSite(dataDir)
  })
  return (req, res, next, locals) => void answer(req, res, next, locals).catch(next)
}

/** Makes the build of the present sources the current one: an existing build, or a new one. Writes nothing where it is that already. */
export async function buildSite(): Promise<void> {
  const name = digestOf(appSources).slice(0, 16)
  const folder = join(siteBuilds, name)
  if (isComplete(folder) && existsSync(currentBuildFile) && builtSite() === folder) return
  await completeOnce(folder, runBuild)
  writeFileAtomic.sync(currentBuildFile, name)
  for (const old of oldBuilds(siteBuilds, name)) rmSync(join(siteBuilds, old), { recursive: true, force: true })
}

const isComplete = (folder: string): boolean => existsSync(join(folder, completeFile))

/** Fills the folder unless it is complete; processes that begin at the same time wait for the one that does. */
export async function completeOnce(folder: string, fill: (folder: string) => Promise<void>): Promise<void> {
  while (!isComplete(folder)) {
    const release = acquireLock(join(dirname(folder), 'building.lock'))
    if (!release) {
      await sleep(checkMilliseconds)
      continue
    }
    try {
      if (isComplete(folder)) return
      await fill(folder)
      writeFileSync(join(folder, completeFile), '')
    } finally {
      release()
    }
  }
}

async function runBuild(folder: string): Promise<void> {
  console.error('Building the site ...')
  const astro = join(root, 'node_modules/astro/bin/astro.mjs')
  const options = {
    failure: 'The site could not be built',
    cwd: root,
    env: { NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  }
  await runNode([astro, 'build', '--root', 'site', '--outDir', folder], options)
}

/** Builds in a folder that are neither the current one nor among the latest. */
export function oldBuilds(folder: string, current: string): string[] {
  const builtAt = (name: string) => statSync(join(folder, name)).mtimeMs
  return readdirSync(folder)
    .filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== current)
    .sort((one, other) => builtAt(other) - builtAt(one))
    .slice(keptBuilds - 1)
}
