// Figures that Linux reports about a process that a rig has started.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetchApi } from '../fixtures/test-client.ts'
import type { ServiceProcess } from '../live/service-process.ts'

/** Processor time of the main thread in milliseconds, without the time spent waiting for a processor. */
export const mainThreadMilliseconds = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** Anonymous memory. Mapped files do not count, because the system drops their pages when it needs memory. */
const anonymousMegabytes = (pid: number): number =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** The allocator settings of glibc with which `scripts/run.mjs` starts a service. */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '65536',
}

/** Environment of a service with these allocator settings that collects its garbage on SIGUSR2. */
export const collectibleEnvironment = {
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'collect-on-signal.mjs')}`,
  ...allocatorSettings,
}

/**
 * Collects the garbage of a service started with `collectibleEnvironment`; returns the anonymous memory that remains.
 */
export async function retainedMegabytes({ child, port }: ServiceProcess): Promise<number> {
  child.kill('SIGUSR2')
  await sleep(200)
  // The answer comes after the main thread has collected its garbage; other threads may take a little longer.
  await fetchApi({ port }, '/health/live', { undeclared: 'allowed' })
  await sleep(500)
  return anonymousMegabytes(child.pid ?? 0)
}
