// For suites: the sample world with its site, and a browser to look at it.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from '../../dynamic/test/browser.ts'
import { openSampleHouse, type House } from '../../dynamic/test/house.ts'
import { openSite } from '../../scripts/site.ts'

export interface OpenedSite {
  readonly origin: string
  /** A page of a browser of its own, and what went wrong on it. */
  open(path: string, options?: BrowserContextOptions): Promise<{ page: Page; faults: string[] }>
  close(): Promise<void>
}

/** `flags`: what the browser is started with. */
export async function openBrowsedSite(flags?: readonly string[]): Promise<OpenedSite> {
  const house: House = await openSampleHouse()
  const { port } = await house.serve({ site: await openSite(house.dataDir) })
  const origin = `http://127.0.0.1:${port}`
  const browser = await openBrowser(flags)
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
