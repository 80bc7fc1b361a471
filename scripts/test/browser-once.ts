// Runs before all browser suites: builds the site and the sample world, and starts one Chromium for all suites.
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import buildOnce from './build-once.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Endpoint of the Chromium that suites share; empty if there is none. */
    browserEndpoint: string
  }
}

/**
 * Debian's Chromium. The headless shell comes first, because it takes a quarter less processor time for the same pages.
 */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The Chromium that suites use: `CHROMIUM`, or an installed one, or else a name that does not exist as a path. */
export const executablePath = process.env.CHROMIUM ?? installed.find((path) => existsSync(path)) ?? 'chromium'

/** Options with which suites start every Chromium. */
export const launchOptions = (flags: readonly string[]) => ({
  executablePath,
  args: ['--no-sandbox', ...flags],
})

/**
 * Disables WebGL, because rendering a model in software takes ten seconds of processor time. The suite of the model
 * viewer has its own browser.
 */
const withoutWebGl = ['--disable-gpu', '--disable-3d-apis']

/**
 * Disables the optimizing compilers of V8, which take a tenth of a page's processor time but do not pay off for short
 * scripts.
 */
const withoutOptimizing = ['--js-flags=--no-maglev --no-turbofan']

export default async function startBrowser(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  await buildOnce()
  const server = existsSync(executablePath)
    ? await chromium.launchServer(launchOptions([...withoutWebGl, ...withoutOptimizing]))
    : undefined
  project.provide('browserEndpoint', server?.wsEndpoint() ?? '')
  return server && (() => server.close())
}
