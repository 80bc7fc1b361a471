// Plain Node, before anything is installed: installs the dependencies when they are missing or older than the lock file.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const changedAt = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  console.error('Installing dependencies (npm ci); native modules may take two minutes to compile ...')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) {
    console.error('npm ci failed: see above. The npm registry and a C++ compiler with make and Python are needed.')
    process.exit(status ?? 1)
  }
}
