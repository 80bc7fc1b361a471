// For suites: what axe objects to on a page.
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * The violations on the page as it is now: each rule with its first elements. With `rules`, of these alone. axe is loaded once for each
 * document: parsing its 600 KB takes as long as judging a small page.
 */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<readonly (readonly string[])[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const options = { resultTypes: ['violations'], iframes: false, ...(rules && { runOnly: rules }) }
  return page.evaluate<string[][]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)]))`,
  )
}
