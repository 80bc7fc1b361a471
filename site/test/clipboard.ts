// For suites: the clipboard. Suites share a browser with one clipboard, into which another suite may copy at any moment,
// so a test that expects a text repeats the click until the text is there.
import type { Locator, Page } from 'playwright-core'

export const mayUseClipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

export const copied = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()')

/** Clicks a button and returns the content of the clipboard. */
export async function copiedBy(button: Locator): Promise<string> {
  await button.click()
  return copied(button.page())
}
