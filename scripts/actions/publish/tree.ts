import { join } from 'node:path'
import type { PublishedRelease } from '../../../build/publish-tree/publish-tree.ts'
import { buildSettings } from '../../command/command-settings.ts'
import { exitWith } from '../../command/exit-with.ts'
import { publishRelease } from '../../site/publish-release.ts'

export interface PublishTreeArguments {
  to?: string
  compressed?: boolean
  json?: boolean
  pages: boolean
  cards: boolean
  catalog: boolean
}

const maxNames = 20

/** Runs `npm run publish:tree`; prints errors and sets the exit code. */
export async function publishFiles({ to, json, ...options }: PublishTreeArguments): Promise<void> {
  try {
    const settings = buildSettings()
    const release = await publishRelease(settings, { to: to ?? join(settings.DATA_DIR, 'publish'), ...options })
    console.log(json ? JSON.stringify(release) : describe(release))
  } catch (error) {
    exitWith('unexpected', error)
  }
}

function describe({ hash, folder, files, ...touched }: PublishedRelease): string {
  const lines = [`${files} files in ${folder}`, `hash ${hash}`]
  for (const [kind, names] of Object.entries(touched)) {
    lines.push(`${names.length} ${kind}`)
    if (names.length <= maxNames) lines.push(...names.map((name) => `  ${name}`))
    else lines.push(...byFolder(names).map(([name, count]) => `  ${name}: ${count}`))
  }
  return lines.join('\n')
}

/** Counts files by the folder of their patch or resource. */
function byFolder(names: readonly string[]): [folder: string, count: number][] {
  const counts = new Map<string, number>()
  for (const name of names) {
    const folder = name.split('/').slice(0, -1).slice(0, 4).join('/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
}
