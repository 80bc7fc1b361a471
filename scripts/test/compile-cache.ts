// In each process and thread of suites, before its first one: what Node compiles of modules is kept for those that begin
// later. Vitest kills its processes, and Node writes what it has compiled when a process ends by itself.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { afterAll } from 'vitest'
import { compileCache } from './environment.ts'

enableCompileCache(compileCache)
afterAll(() => flushCompileCache())
