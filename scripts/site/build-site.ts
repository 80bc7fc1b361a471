import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loading } from '../../dynamic/http/loading.ts'
import { builtSite, openSite } from '../../site/server/open-site.ts'
import type { Site } from '../../site/server/site-interface.ts'
import { runNode } from '../command/run-node.ts'
import { digestOf, root } from './source-files.ts'

const digestFile = join(builtSite, 'digest')

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

/** The site, loaded while the service starts, which takes 50 ms. If its sources have changed it is built in another process while pages wait. */
export function siteOf(dataDir: string): Site {
  const isBuilt = buildSite()
  isBuilt.catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
  const answer = loading(async () => {
    await isBuilt
    return openSite(dataDir)
  })
  return (req, res, next, locals) => void answer(req, res, next, locals).catch(next)
}

/** Builds the site, unless the existing build has the same sources. */
export async function buildSite(): Promise<void> {
  const digest = digestOf(appSources)
  if (existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest) return
  console.error('Building the site ...')
  const astro = join(root, 'node_modules/astro/bin/astro.mjs')
  const options = {
    failure: 'The site could not be built',
    cwd: root,
    env: { NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  }
  await runNode([astro, 'build', '--root', 'site'], options)
  writeFileSync(digestFile, digest)
}
