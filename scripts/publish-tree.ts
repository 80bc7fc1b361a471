import { Command } from 'commander'
import { join } from 'node:path'
import type { PublishedRelease } from '../build/publish-tree/publish-tree.ts'
import { readSettings } from '../dynamic/settings.ts'
import { exitWith } from './exit-codes.ts'
import { publishRelease } from './publish-release.ts'

const program = new Command('npm run publish:tree --')
  .description('Writes what a CDN serves, files and edge function, as a release and makes it the current one.')
  .option('--to <folder>', 'folder of the releases; DATA_DIR/publish by default')
  .option('--compressed', 'take the .br and .gz siblings along, for servers that know them')
  .option('--no-pages', 'leave the pages for people to the service')
  .option('--no-cards', 'leave the pictures that links are shown with to the service')
  .option('--json', 'print the result with all names as JSON')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()

interface Options {
  to?: string
  compressed?: boolean
  json?: boolean
  pages: boolean
  cards: boolean
}

const mostNames = 20

try {
  const settings = readSettings(process.env)
  const { to = join(settings.DATA_DIR, 'publish'), json, ...options } = program.opts<Options>()
  const release = await publishRelease(settings, { to, ...options })
  console.log(json ? JSON.stringify(release) : describe(release))
} catch (error) {
  exitWith('unexpected', error)
}

function describe({ hash, folder, files, ...touched }: PublishedRelease): string {
  const lines = [`${files} files in ${folder}`, `hash ${hash}`]
  for (const [kind, names] of Object.entries(touched)) {
    lines.push(`${names.length} ${kind}`)
    if (names.length <= mostNames) lines.push(...names.map((name) => `  ${name}`))
    else lines.push(...byFolder(names).map(([name, count]) => `  ${name}: ${count}`))
  }
  return lines.join('\n')
}

/** Counts by the folders that a patch or a resource has. */
function byFolder(names: readonly string[]): [folder: string, count: number][] {
  const counts = new Map<string, number>()
  for (const name of names) {
    const folder = name.split('/').slice(0, -1).slice(0, 4).join('/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
}
