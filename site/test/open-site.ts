// For suites: the sample world with its site, and a browser.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from '../../dynamic/test/fixtures/browser.ts'
import { reusedPages } from '../../dynamic/test/fixtures/reused-pages.ts'
import { openSampleSite } from './sample-site.ts'

export interface OpenedSite {
  readonly origin: string
  /** Opens a page for a test; `errors` collects exceptions and errors in its console. */
  open(path: string, options?: BrowserContextOptions): Promise<{ page: Page; errors: string[] }>
  close(): Promise<void>
}

/** Serves the site and opens a browser with these command-line flags. */
export async function openBrowsedSite(flags?: readonly string[]): Promise<OpenedSite> {
  const site = await openSampleSite()
  const origin = `http://127.0.0.1:${site.service.port}`
  const browser = await openBrowser(flags)
  const openPage = reusedPages(browser, { viewport: { width: 1100, height: 800 } })
  return {
    origin,
    async open(path, options) {
      const page = await openPage(options)
      page.context().setDefaultTimeout(60_000)
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      await page.goto(origin + path)
      return { page, errors }
    },
    async close() {
      await browser.close()
      await site.close()
    },
  }
}
