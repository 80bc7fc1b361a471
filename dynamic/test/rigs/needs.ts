import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { commandEnvironment } from '../../../scripts/test/environment.ts'
import type { Needs } from './fault-row.ts'

/** Lists in words the requirements of a rig that this machine lacks; undefined if it has them all. */
export function missingRequirements({ root = false, programs = {}, folders = {} }: Needs): string | undefined {
  const missing = [
    ...(root && process.getuid?.() !== 0 ? ['root'] : []),
    ...Object.entries(folders)
      .filter(([folder]) => !existsSync(folder))
      .map(([folder, feature]) => `${feature} (${folder})`),
    ...Object.entries(programs)
      .filter(([program]) => !isInstalled(program))
      .map(([program, debianPackage]) => `${program} (Debian: apt-get install ${debianPackage})`),
  ]
  return missing.length === 0 ? undefined : missing.join(', ')
}

/** Lists the optional programs of a rig that are not installed; undefined if all are. */
export const missingOptionalPrograms = ({ optionalPrograms = {} }: Needs): string | undefined =>
  missingRequirements({ programs: optionalPrograms })

const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', 'command -v "$0"', program], { env: commandEnvironment() }).status === 0
