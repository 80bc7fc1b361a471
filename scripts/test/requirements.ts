// Requirements of suites that are not in this repository. Without them, suites are skipped, which is printed, or fail
// if all suites are required.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Real game data: the folder that `REAL_DATA` names, or the one beside this repository. */
export const realData = process.env.REAL_DATA ?? join(import.meta.dirname, '../../../shared/data/real')

/** Whether a suite can run, because `what` it needs exists; prints a line if not. Throws if every suite is required. */
export function canRun(suite: string, what: string, isThere: boolean): boolean {
  const isRequired = process.env.REQUIRE_EVERY_SUITE === '1'
  if (!isThere && isRequired) throw new Error(`${suite}: there is no ${what}, and REQUIRE_EVERY_SUITE is set`)
  if (!isThere) console.log(`SKIPPED ${suite}: there is no ${what}`)
  return isThere
}

/**
 * Whether there is real data under each of these names. With `REAL_DATA=none` these suites are left out even if all are
 * required.
 */
export function hasRealData(suite: string, ...names: readonly string[]): boolean {
  if (process.env.REAL_DATA === 'none') {
    console.log(`SKIPPED ${suite}: it needs real game data, and REAL_DATA is "none"`)
    return false
  }
  return names.every((name) => canRun(suite, join(realData, name), existsSync(join(realData, name))))
}
