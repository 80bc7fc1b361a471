// What Linux tells of a process that a rig has started.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetchApi } from '../fixtures/test-client.ts'
import type { ServiceProcess } from '../live/service-process.ts'

/** Milliseconds for which the main thread has worked; waiting for a processor aside. */
export const mainThreadMilliseconds = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** Memory of its own. Files that it maps are not: the system drops their pages when it needs the room. */
const ownMegabytes = (pid: number): number =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** How glibc gives memory back of a service that is started for good (`scripts/run.mjs`). */
export const allocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '65536',
}

/** The variables of such a service, and what collects its garbage on SIGUSR2. */
export const asInstalled = {
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'collect-on-signal.mjs')}`,
  ...allocator,
}

/** Memory of its own that a service keeps: without what V8 would collect some time. */
export async function keptMegabytes({ child, port }: ServiceProcess): Promise<number> {
  child.kill('SIGUSR2')
  await sleep(200)
  // It is answered when the collection of the main thread is done; others may take a little longer.
  await fetchApi({ port }, '/health/live', { undeclared: 'allowed' })
  await sleep(500)
  return ownMegabytes(child.pid ?? 0)
}
