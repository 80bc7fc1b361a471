// Measures the costs of a page in Chromium, for a bench, which reports times, and a suite, which does not.
import type { Browser } from 'playwright-core'

export interface PageFigures {
  /** Largest contentful paint. */
  readonly paintMilliseconds: number
  /** Cumulative layout shift, over the first seconds and a scroll to the end. */
  readonly shift: number
  /** Bytes of JavaScript as transferred before scrolling, without the model viewer, which has no budget. */
  readonly scriptBytes: number
}

const modelViewer = /\/_site\/show-model\.[^/]*\.js$/

interface MeasureOptions {
  /** Factor by which the processor is slowed down. */
  slowdown: number
  viewport?: { width: number; height: number }
}

/** A script that collects the first two figures from the navigation on. */
const watch = `
  window.figures = { paint: 0, shift: 0 }
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) figures.paint = entry.startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) figures.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`
const settle = 700

/** Loads a page in a new context with an empty cache, scrolls to its end, and returns its figures. */
export async function measurePage(
  browser: Browser,
  url: string,
  { slowdown, viewport = { width: 1440, height: 900 } }: MeasureOptions,
): Promise<PageFigures> {
  const context = await browser.newContext({ viewport })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(watch)
    const scripts: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script' && !modelViewer.test(request.url()))
        scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(settle)
    const { paint } = await page.evaluate<{ paint: number }>('figures')
    const sizes = await Promise.all(scripts)
    await page.evaluate('scrollTo({ top: document.body.scrollHeight, behavior: "instant" })')
    await page.waitForTimeout(settle)
    const { shift } = await page.evaluate<{ shift: number }>('figures')
    return { paintMilliseconds: paint, shift, scriptBytes: sizes.reduce((sum, size) => sum + size, 0) }
  } finally {
    await context.close()
  }
}

interface Listed {
  readonly body?: readonly { readonly id: string }[]
  readonly rows?: readonly { readonly id: string }[]
}

/** Returns a page of each kind, for data that the API at an origin serves. */
export async function pageKinds(origin: string): Promise<readonly (readonly [kind: string, path: string])[]> {
  const first = async (target: string): Promise<string> => {
    const { body, rows } = (await (await fetch(origin + target)).json()) as Listed
    return (body ?? rows)?.[0]?.id ?? ''
  }
  const [item, monster, quest, table, merchant] = await Promise.all([
    first('/v2/items?rarity=epic&type=weapon&limit=1'),
    first('/v2/monsters?limit=1'),
    first('/v2/quests?limit=1'),
    first('/v2/loot-tables?limit=1'),
    first('/v2/merchants?limit=1'),
  ])
  return [
    ['home', '/'],
    ['explorer', '/explore'],
    ['list', '/items'],
    ['list with filters', '/items?rarity=epic&type=weapon'],
    ['item', `/items/${item}`],
    ['monster', `/monsters/${monster}`],
    ['quest', `/quests/${quest}`],
    ['loot table', `/loot-tables/${table}`],
    ['merchant', `/merchants/${merchant}`],
    ['patches', '/patches'],
    ['changelog', '/patches/2'],
    ['item at an old patch', `/items/${item}?patch=1`],
    ['market', '/market'],
    ['population', '/population'],
    ['leaderboards', '/leaderboards'],
    ['stock', '/merchants/stock'],
    ['trade chat', '/trades'],
    ['search', '/search?q=lantern'],
    ['docs', '/docs'],
    ['guide', '/docs/guides/quick-start'],
    ['endpoint', '/docs/endpoints/items.list'],
    ['errors', '/errors'],
    ['dashboard', '/dashboard'],
  ]
}
