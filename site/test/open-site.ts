// For suites: the sample world with its site, and a browser to look at it.
import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { openSampleHouse, type House } from '../../dynamic/test/house.ts'
import { openSite } from '../../scripts/site.ts'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** False where the suites are skipped for want of a browser; throws where they must not be. */
export function hasBrowser(suite: string): boolean {
  const isThere = existsSync(executablePath)
  if (!isThere && process.env.REQUIRE_EVERY_SUITE === '1') throw new Error(`There is no ${executablePath}`)
  if (!isThere) console.log(`SKIPPED ${suite}: there is no ${executablePath}`)
  return isThere
}

export interface OpenedSite {
  readonly origin: string
  /** A page of a browser of its own, and what went wrong on it. */
  open(path: string, options?: BrowserContextOptions): Promise<{ page: Page; faults: string[] }>
  close(): Promise<void>
}

/** `flags`: what the browser is started with; without a graphics card by default. */
export async function openSiteHouse(flags: readonly string[] = ['--disable-gpu']): Promise<OpenedSite> {
  const house: House = await openSampleHouse()
  const { port } = await house.serve({ site: await openSite(house.dataDir) })
  const origin = `http://127.0.0.1:${port}`
  const browser: Browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...flags] })
  return {
    origin,
    async open(path, options) {
      const page = await (await browser.newContext({ viewport: { width: 1100, height: 800 }, ...options })).newPage()
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text())
      })
      await page.goto(origin + path)
      return { page, faults }
    },
    async close() {
      await browser.close()
      await house.close()
    },
  }
}
