// Versions of Node other than the one that runs the suites, fetched from the npm registry at first use.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../site/source-files.ts'
import { commandEnvironment } from './environment.ts'

const systemNode = '/usr/bin/node'

/**
 * Returns the path of a Node of that version: the running one, that of the system, or else a fetched one; undefined if
 * there is none.
 */
export function findNode(version: string): string | undefined {
  const isOf = (found: string) => `${found}.`.startsWith(`v${version}.`)
  if (isOf(process.version)) return process.execPath
  const isThere = existsSync(systemNode)
  const found = isThere ? spawnSync(systemNode, ['--version'], { encoding: 'utf8' }).stdout.trim() : ''
  return isOf(found) ? systemNode : fetchNode(version)
}

/** Returns the path of that version below `.node`, fetched if necessary; undefined if it cannot be fetched. */
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
