// Before any suite of the browser: the site and the world are built, and one Chromium is started for all of them.
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import buildOnce from './build-once.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where suites connect to the Chromium that they share; empty where there is none. */
    browserEndpoint: string
  }
}

/** Debian's Chromium. Its headless shell takes a quarter less processor time for the same pages. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

export const executablePath = process.env.CHROMIUM ?? installed.find((path) => existsSync(path)) ?? 'chromium'

/** How every Chromium of the suites is started. */
export const launchOptions = (flags: readonly string[]) => ({
  executablePath,
  args: ['--no-sandbox', ...flags],
})

/** Without WebGL: drawing a model by software takes ten seconds of processor time. The suite of the model viewer has its own browser. */
const withoutWebGl = ['--disable-gpu', '--disable-3d-apis']

/** Scripts of a page run too shortly for code that V8 optimizes: to make it takes a tenth of a page's processor time. */
const withoutOptimizing = ['--js-flags=--no-maglev --no-turbofan']

export default async function startBrowser(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  await buildOnce()
  const server = existsSync(executablePath)
    ? await chromium.launchServer(launchOptions([...withoutWebGl, ...withoutOptimizing]))
    : undefined
  project.provide('browserEndpoint', server?.wsEndpoint() ?? '')
  return server && (() => server.close())
}
