// A large catalog and market for suites that measure time and memory, made once per state of the sources.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importAndRender } from '../../build/import-and-render.ts'
import { api } from '../../data/api/table.ts'
import { SimulatedObserver } from '../../data/sample/observer/simulated-observer.ts'
import { writeSampleWorld } from '../../data/sample/world.ts'
import { LiveWriter } from '../../data/store/live/intake/live-writer.ts'
import { readRows, writeItems } from '../bench/measure/bundles.ts'
import { cachedFolder } from './cached-folder.ts'

const sources = [
  'data',
  'build',
  'scripts/test/large-world.ts',
  'scripts/bench/measure/bundles.ts',
  'package-lock.json',
]
const items = 20_000
const observedHours = 48
const hour = 3_600_000

/**
 * Copies a data folder with the sample world, followed by two patches of 20,000 items with names and descriptions in
 * two languages, and two days of the market.
 */
export async function copyLargeWorld(dataDir: string): Promise<void> {
  const world = await cachedFolder('large-world', sources, async (folder) => {
    const made = join(folder, 'data')
    mkdirSync(made)
    const bundles = await writeSampleWorld(join(folder, 'bundles'), { scale: 'small', pictures: false })
    const last = bundles.at(-1) ?? ''
    const larger = [0, 500].map((fewer, at) =>
      writeItems(join(folder, `items-${at}`), last, items - fewer, `9.0.${at}`),
    )
    for (const bundle of larger) translate(bundle, bundles[0] ?? '')
    await importAndRender([...bundles, ...larger], { api, dataDir: made, patches: 'none', acceptAnomalies: true })
    await observe(made)
  })
  cpSync(join(world, 'data'), dataDir, { recursive: true })
}

/** Replaces the name and description of each item by keys, and adds their texts to those of the sample world. */
function translate(bundle: string, sample: string): void {
  const rows = readRows(bundle, 'items.ndjson')
  const texts = new Map<string, string>()
  const keyOf = (key: string, text: unknown) => {
    texts.set(key, String(text))
    return key
  }
  const keyed = rows.map((row, at) => ({
    ...row,
    name: keyOf(`Text_Name_${at}`, row.name),
    description: keyOf(`Text_Description_${at}`, row.description),
  }))
  writeFileSync(join(bundle, 'items.ndjson'), keyed.map((row) => `${JSON.stringify(row)}\n`).join(''))
  mkdirSync(join(bundle, 'locales'))
  for (const [locale, mark] of [
    ['en', ''],
    ['ja', '灯'],
  ] as const) {
    const known = JSON.parse(readFileSync(join(sample, `locales/${locale}.json`), 'utf8')) as Record<string, string>
    const own = [...texts].map(([key, text]) => [key, known[text] ?? text + mark])
    writeFileSync(join(bundle, `locales/${locale}.json`), JSON.stringify({ ...known, ...Object.fromEntries(own) }))
  }
}

async function observe(dataDir: string): Promise<void> {
  const writer = await LiveWriter.open({ dataDir }, { patchId: () => null, item: () => undefined })
  const now = Date.now()
  const seen = [...new SimulatedObserver().between(now - observedHours * hour, now)]
  for (const [feed, lines] of Map.groupBy(seen, (one) => one.feed)) {
    const text = lines.map(({ line }) => `${JSON.stringify(line)}\n`).join('')
    await writer.ingest(feed, { bytes: Buffer.from(text), firstLine: 1 }, now)
  }
  while (await writer.rollUp());
  await writer.close()
}
