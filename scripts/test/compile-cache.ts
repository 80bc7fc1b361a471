// Runs in each process and thread of suites before its first suite: enables the compile cache of Node, so that later
// ones can use it. It is written explicitly, because Vitest kills its processes and Node only writes it when a process
// ends by itself.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { afterAll } from 'vitest'
import { compileCache } from './environment.ts'

enableCompileCache(compileCache)
afterAll(() => flushCompileCache())
