// For suites: somebody who uses the site with a pointer, and what it costs them.
import type { Locator, Page } from 'playwright-core'

/** Counts what a visitor does: a click, a choice from a list, a text that is typed. Nothing else moves the page. */
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

  /** Chooses by the beginning of the option's words: a count may follow. */
  async choose(target: Locator, words: string): Promise<void> {
    this.#steps += 1
    const option = target.locator('option', { hasText: new RegExp(`^\\s*${words}`) }).first()
    const before = this.page.url()
    await target.selectOption(await option.getAttribute('value'))
    await this.page.waitForURL((url) => String(url) !== before)
  }

  /** One of several values of a filter. */
  async tick(target: Locator): Promise<void> {
    const before = this.page.url()
    await this.click(target)
    await this.page.waitForURL((url) => String(url) !== before)
  }

  async type(target: Locator, text: string): Promise<void> {
    this.#steps += 1
    await target.fill(text)
  }

  /** One of the entries of the head of every page. */
  menu(name: string): Promise<void> {
    return this.click(this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }))
  }

  /** Types into the search box of the head and goes to the first thing that it offers. */
  async search(text: string): Promise<void> {
    await this.type(this.page.getByRole('banner').getByRole('combobox', { name: 'Search by name' }), text)
    await this.click(this.page.getByRole('listbox', { name: 'Found' }).getByRole('option').first())
  }
}
