// What suites need that is not in this repository: without it they are skipped, which is said, or fail where all are required.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const isRequired = process.env.REQUIRE_EVERY_SUITE === '1'

/** Real game data, beside this repository. */
export const realData = join(import.meta.dirname, '../../../shared/data/real')

/** Whether a suite can run: `what` it needs is there. Throws where it must run and cannot. */
export function canRun(suite: string, what: string, isThere: boolean): boolean {
  if (!isThere && isRequired) throw new Error(`${suite}: there is no ${what}, and REQUIRE_EVERY_SUITE is set`)
  if (!isThere) console.log(`SKIPPED ${suite}: there is no ${what}`)
  return isThere
}

/** Whether there is real data under each of these names. */
export const hasRealData = (suite: string, ...names: readonly string[]): boolean =>
  names.every((name) => canRun(suite, join(realData, name), existsSync(join(realData, name))))
