import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { commandEnvironment } from '../../../scripts/test/environment.ts'
import type { Needs } from './fault-row.ts'

/** What a rig needs that is not here, in words; nothing when it can run. */
export function missingFor({ root = false, programs = {}, folders = {} }: Needs): string | undefined {
  const missing = [
    ...(root && process.getuid?.() !== 0 ? ['root'] : []),
    ...Object.entries(folders)
      .filter(([folder]) => !existsSync(folder))
      .map(([folder, what]) => `${what} (${folder})`),
    ...Object.entries(programs)
      .filter(([program]) => !isInstalled(program))
      .map(([program, debianPackage]) => `${program} (Debian: apt-get install ${debianPackage})`),
  ]
  return missing.length === 0 ? undefined : missing.join(', ')
}

/** What a rig leaves out here for want of a program. */
export const leftOutFor = ({ morePrograms = {} }: Needs): string | undefined => missingFor({ programs: morePrograms })

const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', 'command -v "$0"', program], { env: commandEnvironment() }).status === 0
