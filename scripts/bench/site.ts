import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { importAndRender } from '../../build/import-and-render.ts'
import { pagesFolder } from '../../data/api/static/page-files.ts'
import { api } from '../../data/api/table.ts'
import { writeSampleWorld } from '../../data/sample/world.ts'
import { savePagesOf } from '../site/pages.ts'
import { buildSite } from '../site/build-site.ts'
import { goalFigure, type Bench, type BenchOptions, type Figure } from './measure/bench.ts'
import { sampleWorld, writeItems } from './measure/bundles.ts'
import { measurePage, pageKinds, type PageFigures } from './measure/page-figures.ts'
import { median } from './measure/rounds.ts'
import { startService } from './measure/server-process.ts'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const budgets = { paintMilliseconds: 1000, shift: 0.02, scriptBytes: 60_000, pagesSeconds: 120, slower: 1.2 }

export const siteBench: Bench = async (options) => {
  await buildSite()
  return [...(await inBrowser(options)), ...(await written(options))]
}

/** Returns the worst figures of all kinds of pages; reports each kind. */
async function inBrowser({ quick, folder, report }: BenchOptions): Promise<Figure[]> {
  if (!existsSync(executablePath)) {
    report(`SKIPPED in a browser: there is no ${executablePath}`)
    return []
  }
  const dataDir = join(folder, 'shown')
  const bundles = await writeSampleWorld(join(folder, 'world'), { scale: quick ? 'small' : 'full' })
  await importAndRender(bundles, { api, dataDir, patches: 'all' })
  const service = await startService(dataDir)
  try {
    const found: PageFigures[] = []
    for (const [kind, path] of await pageKinds(service.url)) {
      const figures = await medianOf(service.url + path, quick ? 1 : 3)
      found.push(figures)
      const { paintMilliseconds, shift, scriptBytes } = figures
      report(
        `${kind}: ${Math.round(paintMilliseconds)} ms, shift ${shift.toFixed(4)}, ${scriptBytes} bytes of JavaScript`,
      )
    }
    const worst = (name: keyof PageFigures) => Math.max(...found.map((figures) => figures[name]))
    return [
      figure(
        'largest contentful paint of the slowest page',
        worst('paintMilliseconds'),
        budgets.paintMilliseconds,
        'ms',
      ),
      figure('layout shift of the least steady page', worst('shift'), budgets.shift, ''),
      figure('JavaScript of the heaviest page, compressed', worst('scriptBytes'), budgets.scriptBytes, 'bytes'),
    ]
  } finally {
    await service.stop()
  }
}

const figure = (name: string, measured: number, limit: number, unit: string): Figure =>
  goalFigure(name, measured, limit, (value) => `${Number(value.toPrecision(3))} ${unit}`.trim())

/**
 * Returns the median of each figure over several visits with an empty cache, after one visit that warms up the service.
 */
async function medianOf(url: string, visits: number): Promise<PageFigures> {
  const all: PageFigures[] = []
  for (let nth = 0; nth <= visits; nth += 1) all.push(await visit(url))
  const middle = (name: keyof PageFigures) => median(all.slice(1).map((figures) => figures[name]))
  return {
    paintMilliseconds: middle('paintMilliseconds'),
    shift: middle('shift'),
    scriptBytes: middle('scriptBytes'),
  }
}

/**
 * Measures a page in a new browser, because one that draws a model without a graphics card remains busy for seconds.
 */
async function visit(url: string): Promise<PageFigures> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    return await measurePage(browser, url, { slowdown: 4 })
  } finally {
    await browser.close()
  }
}

async function written({ quick, folder, report }: BenchOptions): Promise<Figure[]> {
  const { bundles, whole } = await sampleWorld(join(folder, 'sample'), quick)
  const count = quick ? 300 : 3000
  const dataDir = join(folder, 'once')
  // The first pages to be written also pay for compilation.
  const world = await importAndSave(join(folder, 'whole'), bundles, report)
  const once = await importAndSave(dataDir, [writeItems(join(folder, 'items-1'), whole, count)], report)
  const thrice = await importAndSave(
    join(folder, 'thrice'),
    [writeItems(join(folder, 'items-3'), whole, 3 * count)],
    report,
  )
  // Existing pages would not be written again.
  rmSync(join(dataDir, pagesFolder), { recursive: true })
  const withCards = await save(dataDir, true, report)
  const cards = withCards.pages - once.pages
  const millisecondsOf = ({ seconds, pages }: { seconds: number; pages: number }) => (seconds / pages) * 1000
  return [
    figure(`writing ${world.pages} pages of the sample world`, world.seconds, budgets.pagesSeconds, 's'),
    {
      figure: `a page of ${thrice.pages} against a page of ${once.pages}`,
      measured: `${millisecondsOf(thrice).toFixed(1)} ms`,
      baseline: `${millisecondsOf(once).toFixed(1)} ms`,
      ratio: millisecondsOf(thrice) / millisecondsOf(once),
      budget: { atMost: budgets.slower },
    },
    {
      figure: `one of ${cards} cards, drawn for the first time, against a page`,
      measured: `${(((withCards.seconds - once.seconds) / cards) * 1000).toFixed(1)} ms`,
      baseline: `${millisecondsOf(once).toFixed(1)} ms`,
      ratio: (withCards.seconds - once.seconds) / cards / (once.seconds / once.pages),
    },
  ]
}

async function importAndSave(dataDir: string, bundles: readonly string[], report: (text: string) => void) {
  await importAndRender(bundles, { api, dataDir, patches: 'none' })
  return save(dataDir, false, report)
}

async function save(dataDir: string, cards: boolean, report: (text: string) => void) {
  const began = performance.now()
  const { pages } = await savePagesOf({ dataDir, origin: 'http://localhost:8080', cards })
  const seconds = (performance.now() - began) / 1000
  report(`${pages} pages ${cards ? 'and cards ' : ''}in ${seconds.toFixed(1)} s`)
  return { pages, seconds }
}
