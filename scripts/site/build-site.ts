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

/** Number of builds to keep, because running services still use earlier ones. */
const keptBuilds = 5
/** Marks the folder of a complete build. */
const completeFile = 'complete'
/** Interval at which a process checks whether another one has finished the build. */
const checkMilliseconds = 200

/** Sources of the app. */
const appSources = [
  'site/src',
  'site/cards',
  'site/public',
  'site/astro.config.ts',
  'data/api',
  'CHANGELOG.md',
  'package-lock.json',
]

/** Sources of written pages: the app, and the code that answers it in the process that writes them. */
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
 * Returns the site, which loads in 50 ms while the service starts. If its sources have changed, it is built in another
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

/** Makes an existing or new build of the present sources the current one. Writes nothing if it already is. */
export async function buildSite(): Promise<void> {
  const name = digestOf(appSources).slice(0, 16)
  const folder = join(siteBuilds, name)
  if (isComplete(folder) && existsSync(currentBuildFile) && builtSite() === folder) return
  await completeOnce(folder, runBuild)
  writeFileAtomic.sync(currentBuildFile, name)
  for (const old of oldBuilds(siteBuilds, name)) rmSync(join(siteBuilds, old), { recursive: true, force: true })
}

const isComplete = (folder: string): boolean => existsSync(join(folder, completeFile))

/** Fills the folder unless it is complete. Of concurrent processes one does this, and the others wait. */
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

/** Returns the builds in a folder that are neither the current one nor among the latest. */
export function oldBuilds(folder: string, current: string): string[] {
  const builtAt = (name: string) => statSync(join(folder, name)).mtimeMs
  return readdirSync(folder)
    .filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== current)
    .sort((one, other) => builtAt(other) - builtAt(one))
    .slice(keptBuilds - 1)
}
