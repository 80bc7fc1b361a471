import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

/** A program and its arguments. */
type Command = readonly [program: string, ...args: string[]]

const program = 'netlify'

/**
 * Returns the command that deploys a release to the platform. It also bundles the edge function named in netlify.toml.
 */
export const deployCommand = (publicFolder: string, hash: string): Command => [
  program,
  'deploy',
  '--prod',
  '--dir',
  publicFolder,
  '--message',
  `release ${hash.slice(0, 16)}`,
]

/** Formats a command as typed in a shell. */
export const formatCommand = (command: Command): string =>
  command.map((word) => (/^[\w./=:@-]+$/.test(word) ? word : `'${word}'`)).join(' ')

/**
 * Returns the command with the installed program, or with npx. Throws an error with a sentence if neither is installed.
 */
export function resolveCommand([, ...args]: Command): Command {
  const found = (process.env.PATH ?? '').split(delimiter).some((folder) => isProgram(join(folder, program)))
  if (found) return [program, ...args]
  const npx: Command = ['npx', '--offline', '--no', '--', 'netlify-cli']
  if (spawnSync(npx[0], [...npx.slice(1), '--version'], { stdio: 'ignore' }).status === 0) return [...npx, ...args]
  throw new Error(
    'The Netlify CLI was not found: install it with `npm install --global netlify-cli`, then run `netlify login` and `netlify link` once.',
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Throws an error with a sentence if netlify.toml, which also names the edge function, is missing or publishes another
 * folder.
 */
export function checkConfig(publicFolder: string): void {
  const file = 'netlify.toml'
  if (!existsSync(file)) throw new Error(`There is no ${file} here: run this in the project's folder.`)
  const published = /^\s*publish = "(.*)"$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  if (resolve(published) !== resolve(publicFolder))
    throw new Error(`${file} publishes ${published}, not ${publicFolder}: let both mean one DATA_DIR.`)
}
