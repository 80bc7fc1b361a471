// For suites: accessibility checks of a page with axe.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Returns the violations on a page in its current state: the id of each violated rule, followed by its first elements.
 * With `rules`, only these are checked. axe is loaded once per document, because parsing its 650 KB takes as long as
 * checking a small page.
 */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<readonly (readonly string[])[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe)
  const options = { resultTypes: ['violations'], iframes: false, ...(rules && { runOnly: rules }) }
  return page.evaluate<string[][]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)]))`,
  )
}
