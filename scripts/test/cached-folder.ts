// Folders that suites share, each made once for a state of the sources that it is made of, whichever process needs it
// first.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { digestOf, root } from '../site/source-files.ts'

const cache = join(root, 'node_modules/.cache/deepledger')
/** A lock that is older was left by a process that was killed: whoever makes a folder renews its own. */
const oldestLock = 180_000

/** The read-only folder of that name; `make` fills it where it does not exist. */
export async function cachedFolder(
  name: string,
  sources: readonly string[],
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = join(cache, `${name}-${digestOf(sources).slice(0, 16)}`)
  mkdirSync(cache, { recursive: true })
  while (!existsSync(folder)) if (!(await makeOnce(folder, make))) await setTimeout(100)
  return folder
}

/** False where another process is making it. */
async function makeOnce(folder: string, make: (folder: string) => Promise<unknown>): Promise<boolean> {
  const lock = `${folder}.lock`
  try {
    mkdirSync(lock)
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > oldestLock) rmSync(lock, { recursive: true, force: true })
    return false
  }
  const renewal = setInterval(() => existsSync(lock) && utimesSync(lock, new Date(), new Date()), oldestLock / 20)
  try {
    if (existsSync(folder)) return true
    removeOthers(folder)
    const unfinished = mkdtempSync(`${folder}.new-`)
    await make(unfinished)
    renameSync(unfinished, folder)
    return true
  } finally {
    clearInterval(renewal)
    rmSync(lock, { recursive: true, force: true })
  }
}

/** Those of the same name that were made of other sources, and what a killed process left. */
function removeOthers(folder: string): void {
  const sameName = new RegExp(`^${basename(folder).slice(0, -16)}[0-9a-f]{16}(\\.new-\\w+)?$`)
  for (const name of readdirSync(cache))
    if (sameName.test(name)) rmSync(join(cache, name), { recursive: true, force: true })
}
