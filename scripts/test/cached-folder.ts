// Folders that suites share. Each is made once per state of its sources, by the process that needs it first.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { digestOf, root } from '../site/source-files.ts'

const cache = join(root, 'node_modules/.cache/deepledger')
/** Maximum age of a lock in milliseconds. Locks are renewed, so an older one was left by a killed process. */
const maxLockAge = 180_000

/** Returns the read-only folder with this name; `make` fills it if it does not exist for these sources. */
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

/** Makes the folder; resolves to false if another process is making it. */
async function makeOnce(folder: string, make: (folder: string) => Promise<unknown>): Promise<boolean> {
  const lock = `${folder}.lock`
  try {
    mkdirSync(lock)
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > maxLockAge) rmSync(lock, { recursive: true, force: true })
    return false
  }
  const renewal = setInterval(() => existsSync(lock) && utimesSync(lock, new Date(), new Date()), maxLockAge / 20)
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

/** Removes folders of the same name for other sources, and leftovers of killed processes. */
function removeOthers(folder: string): void {
  const sameName = new RegExp(`^${basename(folder).slice(0, -16)}[0-9a-f]{16}(\\.new-\\w+)?$`)
  for (const name of readdirSync(cache))
    if (sameName.test(name)) rmSync(join(cache, name), { recursive: true, force: true })
}
