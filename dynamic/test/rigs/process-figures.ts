// What Linux tells of a process that a rig has started.
import { readFileSync } from 'node:fs'

/** Milliseconds for which the main thread has worked; waiting for a processor aside. */
export const mainThreadMilliseconds = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** Memory of its own. Files that it maps are not: the system drops their pages when it needs the room. */
export const ownMegabytes = (pid: number): number =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** How a service is started for good: see `scripts/operations`. Memory is measured in no other. */
export const asInstalled = {
  NODE_OPTIONS: '--max-semi-space-size=4',
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
