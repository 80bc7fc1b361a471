import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/** A thread only uses the compile cache of its process when a variable says so: without it, each strips and compiles all its modules. */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(folder) }
}
