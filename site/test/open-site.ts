// For suites: the sample world with its site, and a browser to look at it.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { openBrowser } from '../../dynamic/test/fixtures/browser.ts'
import { openSampleSite } from './sample-site.ts'

export interface OpenedSite {
  readonly origin: string
  /** A page of a browser of its own, and what went wrong on it. */
  open(path: string, options?: BrowserContextOptions): Promise<{ page: Page; errors: string[] }>
  close(): Promise<void>
}

/** `flags`: what the browser is started with. */
export async function openBrowsedSite(flags?: readonly string[]): Promise<OpenedSite> {
  const site = await openSampleSite()
  const origin = `http://127.0.0.1:${site.service.port}`
  const browser = await openBrowser(flags)
  return {
    origin,
    async open(path, options) {
      const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, ...options })
      context.setDefaultTimeout(60_000)
      // A page that a failed test left would go on drawing and slow those after it.
      onTestFinished(() => context.close())
      const page = await context.newPage()
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
