// Imports on a file system that lacks a few kilobytes or inodes: they end with a sentence, and the old state is still
// served.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { faultsAfterRerun, folderFaults, prepareWork, mixedState, type PreparedWork } from './data-folder.ts'

const repository = join(import.meta.dirname, '../../../..')
const roomy = ['size=256m', 'nr_inodes=100k']

/**
 * A mounted file system in memory whose size and number of inodes can be limited. Its caller unmounts it with `remove`.
 */
export class SmallDisk {
  readonly folder: string

  constructor(folder: string, options: readonly string[] = roomy) {
    this.folder = folder
    mkdirSync(folder, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(), 'none', folder], { env: commandEnvironment() })
  }

  resize(options: readonly string[]): void {
    execFileSync('mount', ['-o', ['remount', ...options].join(), this.folder], { env: commandEnvironment() })
  }

  remove(): void {
    execFileSync('umount', ['-l', this.folder], { env: commandEnvironment() })
  }
}

function usage(folder: string) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const kilobytes = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => Math.ceil(statSync(join(parentPath, name)).size / 4096) * 4)
  return { kilobytes: kilobytes.reduce((sum, one) => sum + one, 0), files: entries.length + 1 }
}

interface Ended {
  readonly code: number | null
  /** What the script wrote to its standard error. */
  readonly errorOutput: string
}

/** Runs an import in a prepared folder. */
type Import = (prepared: PreparedWork) => Promise<Ended>

const runScript =
  (name: string): Import =>
  async ({ dataDir, bundle }) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, name), 'import', dataDir, bundle], {
      ...{ cwd: repository, env: commandEnvironment() },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errorOutput = ''
    child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, errorOutput }
  }

async function wrongAfter(ended: Ended, prepared: PreparedWork): Promise<string[]> {
  const isSentence = ended.errorOutput.includes(prepared.dataDir) && / full: .* left\./.test(ended.errorOutput)
  const left = readdirSync(prepared.dataDir).filter((name) => /^\.import-tmp$|\.next\.db$|\.new$|\.\d+$/.test(name))
  return [
    ...(ended.code !== 0 && !isSentence ? [`it said ${JSON.stringify(ended.errorOutput.slice(-200))}`] : []),
    ...left.map((name) => `${name} was left`),
    ...(await folderFaults(prepared.dataDir, prepared)),
  ]
}

async function fill(rig: Rig, importOn: Import): Promise<void> {
  const { random, amount } = rig
  const prepared = await prepareWork(rig.folder, 'import')
  const [before, after] = [usage(prepared.before), usage(prepared.after)]
  let refused = 0
  for (let nth = 0; nth < amount; nth += 1) {
    const disk = new SmallDisk(prepared.dataDir)
    try {
      cpSync(prepared.before, prepared.dataDir, { recursive: true })
      const spare = {
        kilobytes: before.kilobytes + random.int(8, after.kilobytes),
        files: before.files + random.int(2, after.files),
      }
      const limit = nth % 3 === 2 ? [`nr_inodes=${spare.files}`] : [`size=${spare.kilobytes}k`]
      disk.resize(limit)
      const ended = await importOn(prepared)
      if (ended.code !== 0) refused += 1
      const wrong = await wrongAfter(ended, prepared)
      disk.resize(roomy)
      if (wrong.length === 0) wrong.push(...(await faultsAfterRerun('import', prepared)))
      rig.check(wrong.length === 0, () => `${limit.join()}: ${wrong.slice(0, 3).join('; ')}`)
    } finally {
      disk.remove()
    }
  }
  rig.note(`${refused} of ${amount} imports found the disk full`)
}

export const fullDisk: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: (rig) => fill(rig, runScript('do-work.ts')),
  negativeControl: {
    what: 'a publisher that writes the manifest first and every file in place',
    amount: 3,
    finds: [mixedState],
    run: (rig) => fill(rig, runScript('do-work-badly.ts')),
  },
}
