// Other versions of Node than the one that runs the suites, fetched from the npm registry at first use.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../site/source-files.ts'
import { commandEnvironment } from './environment.ts'

const systemNode = '/usr/bin/node'

/** Path of the program that runs this suite or of the system's, if it is of that version, or else of the one that is fetched. */
export function findNode(version: string): string | undefined {
  const isOf = (found: string) => `${found}.`.startsWith(`v${version}.`)
  if (isOf(process.version)) return process.execPath
  const isThere = existsSync(systemNode)
  const found = isThere ? spawnSync(systemNode, ['--version'], { encoding: 'utf8' }).stdout.trim() : ''
  return isOf(found) ? systemNode : fetchNode(version)
}

/** Path of that version's program below `.node`, where the launcher keeps its own; undefined where it cannot be fetched. */
export function fetchNode(version: string): string | undefined {
  const name = `node-${process.platform}-${process.arch}`
  const folder = join(root, '.node', version)
  const program = join(folder, 'node_modules', name, 'bin/node')
  if (existsSync(program)) return program
  const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', ['install', ...options, `${name}@${version}`], {
    env: commandEnvironment(),
    stdio: ['ignore', 2, 2],
  })
  if (status === 0 && existsSync(program)) return program
  rmSync(folder, { recursive: true, force: true })
  return undefined
}
