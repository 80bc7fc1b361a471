// The environment of suites: they and the commands that they start read nothing that the caller's shell happens to set.
import { join } from 'node:path'

/** What programs need to run at all. */
const ofPrograms = [
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

/** What reaches the npm registry from behind a proxy, or by a certificate of one's own. */
const ofNetwork = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
])

/** What the suites themselves read: which are required, how long they may be, where real data and the system's programs are. */
const ofSuites = [
  ...['REQUIRE_EVERY_SUITE', 'REAL_DATA', 'LONG', 'KILLS', 'SEED', 'CROWD_SECONDS'],
  ...['CHROMIUM', 'NGINX', 'POSTGRES'],
]

/** What Vitest and Node read. */
const ofRunner =
  /^(CI|TERM|COLORTERM|FORCE_COLOR|NO_COLOR|NODE_ENV|NODE_OPTIONS|NODE_COMPILE_CACHE|(VITEST|VITE|TEST)(_.*)?)$/

/** Removes every other variable from this process, so that the settings of the service have their defaults. */
export function clearEnvironment(): void {
  const kept = new Set([...ofPrograms, ...ofNetwork, ...ofSuites])
  for (const name of Object.keys(process.env))
    if (!kept.has(name) && !ofRunner.test(name)) Reflect.deleteProperty(process.env, name)
}

/** Where Node keeps what it has compiled. */
export const compileCache = join(import.meta.dirname, '../../node_modules/.cache/compile')

/** For a command that a suite starts: what programs need, a cache of compiled code, and what the suite sets. */
export function commandEnvironment(settings: Readonly<Record<string, string | undefined>> = {}): NodeJS.ProcessEnv {
  const given = [...ofPrograms, ...ofNetwork].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  )
  return { ...(Object.fromEntries(given) as NodeJS.ProcessEnv), NODE_COMPILE_CACHE: compileCache, ...settings }
}
