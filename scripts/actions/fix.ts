import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const programs: readonly (readonly [file: string, ...args: string[]])[] = [
  ['oxlint/bin/oxlint', '--fix'],
  ['eslint/bin/eslint.js', '--fix', 'site/src/**/*.astro'],
  ['oxfmt/bin/oxfmt', '--write'],
  ['prettier/bin/prettier.cjs', '--write', '--log-level', 'warn', 'site/src/**/*.astro'],
]

/** Runs all tools that repair lint and formatting. The exit code is 1 if problems remain to be repaired by hand. */
export function fix(): void {
  const statuses = programs.map(
    ([file, ...args]) =>
      spawnSync(process.execPath, [join(root, 'node_modules', file), ...args], { cwd: root, stdio: 'inherit' }).status,
  )
  process.exitCode = statuses.every((status) => status === 0) ? 0 : 1
}
