// The environment of suites, in which they and the commands that they start do not depend on variables of the caller's
// shell.
import { join } from 'node:path'

/** Variables that programs need to run at all. */
const programVariables = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'LC_ALL',
  'SystemRoot',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
]

/** Variables for access to the npm registry through a proxy or with a private certificate. */
const networkVariables = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap(
  (name) => [name, name.toLowerCase()],
)

/** Variables that suites read: required suites, their form, and the places of real data and programs. */
const suiteVariables = [
  ...['REQUIRE_EVERY_SUITE', 'REAL_DATA', 'LONG', 'KILLS', 'SEED', 'CROWD_SECONDS'],
  ...['CHROMIUM', 'NGINX', 'POSTGRES'],
]

/** Variables that Vitest and Node read. */
const runnerVariables =
  /^(CI|TERM|COLORTERM|FORCE_COLOR|NO_COLOR|NODE_ENV|NODE_OPTIONS|NODE_COMPILE_CACHE|(VITEST|VITE|TEST)(_.*)?)$/

/** Removes every other variable from this process, so that the settings of the service have their defaults. */
export function clearEnvironment(): void {
  const kept = new Set([...programVariables, ...networkVariables, ...suiteVariables])
  for (const name of Object.keys(process.env))
    if (!kept.has(name) && !runnerVariables.test(name)) Reflect.deleteProperty(process.env, name)
}

/** Folder of Node's compile cache. */
export const compileCache = join(import.meta.dirname, '../../node_modules/.cache/compile')

/**
 * Returns the environment of a command that a suite starts: variables that programs need, the compile cache, and
 * `settings`.
 */
export function commandEnvironment(settings: Readonly<Record<string, string | undefined>> = {}): NodeJS.ProcessEnv {
  const given = [...programVariables, ...networkVariables].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  )
  return { ...(Object.fromEntries(given) as NodeJS.ProcessEnv), NODE_COMPILE_CACHE: compileCache, ...settings }
}
