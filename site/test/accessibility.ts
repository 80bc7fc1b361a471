// For suites: what axe objects to on a page.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The violations on the page as it is now: each rule with its first elements. With `rules`, of these alone. axe is
 * loaded once for each document: parsing its 650 KB takes as long as judging a small page.
 */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<readonly (readonly string[])[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe)
  const options = { resultTypes: ['violations'], iframes: false, ...(rules && { runOnly: rules }) }
  return page.evaluate<string[][]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)]))`,
  )
}
