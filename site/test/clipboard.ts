// For suites: what buttons copy. Their browser has one clipboard, into which another suite may copy something at any
// moment: whoever expects a text there clicks until it is there.
import type { Locator, Page } from 'playwright-core'

export const mayUseClipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

export const copied = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()')

/** What is copied after a click on the button. */
export async function copiedBy(button: Locator): Promise<string> {
  await button.click()
  return copied(button.page())
}
