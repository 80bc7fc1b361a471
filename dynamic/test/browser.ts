// For suites: Debian's Chromium.
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** False where a suite is skipped for want of a browser; throws where it must not be. */
export function hasBrowser(suite: string): boolean {
  const isThere = existsSync(executablePath)
  if (!isThere && process.env.REQUIRE_EVERY_SUITE === '1') throw new Error(`There is no ${executablePath}`)
  if (!isThere) console.log(`SKIPPED ${suite}: there is no ${executablePath}`)
  return isThere
}

/** `flags`: without a graphics card by default. */
export const openBrowser = (flags: readonly string[] = ['--disable-gpu']): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', ...flags] })
