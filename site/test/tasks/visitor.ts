// For suites: a visitor who uses the site with a pointer.
import type { Locator, Page } from 'playwright-core'

/** Counts the steps of a visitor: each click, choice from a list or typed text. Nothing else operates the page. */
export class Visitor {
  readonly page: Page
  #steps = 0
  readonly #beganAt = performance.now()

  constructor(page: Page) {
    this.page = page
  }

  get steps(): number {
    return this.#steps
  }

  get seconds(): number {
    return (performance.now() - this.#beganAt) / 1000
  }

  get main(): Locator {
    return this.page.getByRole('main')
  }

  async click(target: Locator): Promise<void> {
    this.#steps += 1
    await target.click()
  }

  /** Chooses an option by the beginning of its text, because a count may follow. */
  async choose(target: Locator, words: string): Promise<void> {
    this.#steps += 1
    const option = target.locator('option', { hasText: new RegExp(`^\\s*${words}`) }).first()
    const before = this.page.url()
    await target.selectOption(await option.getAttribute('value'))
    await this.page.waitForURL((url) => String(url) !== before)
  }

  /** Ticks one of several values of a filter. */
  async tick(target: Locator): Promise<void> {
    const before = this.page.url()
    await this.click(target)
    await this.page.waitForURL((url) => String(url) !== before)
  }

  async type(target: Locator, text: string): Promise<void> {
    this.#steps += 1
    await target.fill(text)
  }

  /** Clicks an entry of the main navigation. */
  menu(name: string): Promise<void> {
    return this.click(this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }))
  }

  /** Types into the search box of the header and opens the first result. */
  async search(text: string): Promise<void> {
    await this.type(this.page.getByRole('banner').getByRole('combobox', { name: 'Search by name' }), text)
    await this.click(this.page.getByRole('listbox', { name: 'Found' }).getByRole('option').first())
  }
}
