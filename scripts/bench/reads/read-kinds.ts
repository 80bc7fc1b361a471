// Compares expensive reads with plain filters, and compressed with uncompressed bodies; measures pages of the explorer.
import { join } from 'node:path'
import { importAndRender } from '../../../build/import-and-render.ts'
import { api } from '../../../data/api/table.ts'
import { respond } from '../../../data/api/answer/respond.ts'
import { readRequest } from '../../../data/api/request/request.ts'
import { parseTarget } from '../../../data/api/request/target.ts'
import { Catalog } from '../../../data/store/catalog/catalog.ts'
import { fallbackLocale, locales } from '../../../data/api/model/values/locales.ts'
import { buildSite } from '../../site/build-site.ts'
import { Stream } from '../../../data/sample/random.ts'
import { comparedFigure, goalFigure, inUnit, type Bench, type Figure } from '../measure/bench.ts'
import { readRows, sampleWorld, writeItems } from '../measure/bundles.ts'
import { readAll, requestsPerSecond } from '../measure/connection.ts'
import { itemQueries } from '../measure/queries.ts'
import { alternate, median, sliceForRound, timed } from '../measure/rounds.ts'
import { startService, type ServerProcess } from '../measure/server-process.ts'

const perRound = 150
const rowsAPage = 25
const languages = ['de', 'fr', 'ja']
const encodings = ['br', 'zstd', 'gzip'] as const
/** Number of pages that one core should answer per second. */
const explorerGoal = 60
/** Maximum time of a list page in another language, below which such pages need not be rendered. */
const languageGoalMilliseconds = 3
const megabyte = 1024 * 1024

/** Returns the targets of a round, which are different in each round. */
type Targets = (round: number) => readonly string[]

export const readKindsBench: Bench = async ({ quick, folder, report }) => {
  await buildSite()
  const { whole } = await sampleWorld(join(folder, 'sample'), quick)
  const items = quick ? 4000 : 20_000
  const bundle = writeItems(join(folder, 'items'), whole, items, '9.0.0')
  const dataDir = join(folder, 'data')
  await importAndRender([whole, bundle], { api, dataDir, patches: 'none' })
  const rounds = quick ? 4 : 9
  const service = await startService(dataDir)
  try {
    const kinds = kindsOf(bundle, items, rounds)
    const figures: Figure[] = []
    for (const [figure, measured, plain] of kinds) {
      figures.push(await againstPlain(service, figure, rounds, measured, plain))
      report(figure)
    }
    figures.push(...(await compressedFigures(service, bundle, rounds)))
    report('compressed')
    figures.push(...(await languageFigures(dataDir, items)))
    report('lists in other languages')
    figures.push(...(await explorerFigures(service, bundle, quick ? 200 : 1000)))
    return figures
  } finally {
    await service.stop()
  }
}

/** Returns each kind of read with the plain reads that it is compared with. */
function kindsOf(
  bundle: string,
  items: number,
  rounds: number,
): readonly [figure: string, measured: Targets, plain: Targets][] {
  const rows = readRows(bundle, 'items.ndjson')
  const count = (rounds + 1) * perRound
  const plainTargets = (key: string): Targets => {
    const found = itemQueries(rows, count, key, ['exact', 'range', 'class'])
    return (round) => sliceForRound(found, round, perRound)
  }
  const named = [
    ...new Set(
      rows.map(({ name }, at) =>
        String(name)
          .slice(at % 5, (at % 5) + 4)
          .trim(),
      ),
    ),
  ]
  const parts = Array.from({ length: count }, (_, at) => named[at % named.length] ?? '')
  const substring = parts.map(
    (part, at) => `/v2/items?name=${encodeURIComponent(part)}&max_vendor_price=${1_000_000 + at}`,
  )
  const searches: Targets = (round) => sliceForRound(substring, round, perRound)
  const pages = items / rowsAPage
  const page = (from: number) => (round: number) =>
    Array.from({ length: perRound }, (_, at) => {
      const query = `page=${from + (at % 100)}&limit=${rowsAPage}`
      return `/v2/items?${query}&max_vendor_price=${1_000_000 + round * perRound + at}`
    })
  const list = (rest: string) => (round: number) =>
    Array.from({ length: perRound }, (_, at) => `/v2/monsters?max_hp=${1_000_000 + round * perRound + at}${rest}`)
  return [
    [`pages ${pages - 100} to ${pages} of ${items} items, to pages 1 to 100`, page(pages - 99), page(1)],
    ['part of a name, to other filters', searches, plainTargets('beside names')],
    [
      'part of a name in another language, to other filters',
      (round) => searches(round).map((target, at) => `${target}&locale=${languages[at % languages.length]}`),
      plainTargets('beside names in other languages'),
    ],
    ['monsters with embedded abilities, to without', list('&embed=abilities'), list('')],
  ]
}

async function againstPlain(
  service: ServerProcess,
  figure: string,
  rounds: number,
  measured: Targets,
  plain: Targets,
): Promise<Figure> {
  // The first pair, which does not count, loads columns, texts and bodies.
  const rates = await alternate(
    rounds,
    (round) => requestsPerSecond(service.port, plain(round)),
    (round) => requestsPerSecond(service.port, measured(round)),
  )
  return comparedFigure(figure, rates, inUnit('req/s'), { atLeast: 0.5 })
}

/** Compares encodings with repeated requests, whose bodies are compressed only once. */
async function compressedFigures(service: ServerProcess, bundle: string, rounds: number): Promise<Figure[]> {
  const targets = itemQueries(readRows(bundle, 'items.ndjson'), perRound, 'compressed')
  const figures: Figure[] = []
  for (const encoding of encodings) {
    const rates = await alternate(
      rounds,
      () => requestsPerSecond(service.port, targets),
      () => requestsPerSecond(service.port, targets, encoding),
    )
    const figure = `${encoding} from the store, to identity`
    figures.push(comparedFigure(figure, rates, inUnit('req/s'), { atLeast: 0.8 }))
  }
  return figures
}

/** Measures pages of a list in every other language, computed in this process. */
async function languageFigures(dataDir: string, items: number): Promise<Figure[]> {
  const catalog = new Catalog(join(dataDir, 'catalog.db'), api)
  const others = locales.filter((locale) => locale !== fallbackLocale)
  const figures: Figure[] = []
  for (const limit of [25, 250]) {
    const pages = Array.from({ length: Math.min(40, items / limit) }, (_, at) => at + 1)
    const times: number[] = []
    // In the first two rounds, bodies are read and code is compiled.
    for (let round = 0; round < 2 * others.length; round += 1) {
      const targets = pages.map(
        (page) => `/v2/items?limit=${limit}&page=${page}&locale=${others[round % others.length]}`,
      )
      const answer = (target: string) => respond(readRequest(api, parseTarget(target), catalog), catalog)
      times.push((await timed(() => targets.forEach(answer))) / pages.length)
    }
    const each = median(times.slice(2))
    const figure = `a page of ${limit} items in another language`
    figures.push(goalFigure(figure, each, languageGoalMilliseconds, inUnit('ms', 2)))
  }
  catalog.close()
  return figures
}

/**
 * Measures distinct pages with four filters: their number per second of processor time, and the memory that they
 * retain.
 */
async function explorerFigures(service: ServerProcess, bundle: string, count: number): Promise<Figure[]> {
  const stream = new Stream('explorer')
  const rows = readRows(bundle, 'items.ndjson')
  const pages = Array.from({ length: 2 * count }, () => {
    const { rarity, type, name, gear_score: score } = stream.pick(rows)
    const query = new URLSearchParams({ rarity: String(rarity), type: String(type), name: String(name).slice(0, 4) })
    return `/items?${query.toString()}&min_gear_score=${Math.max(0, Number(score ?? 0) - stream.int(0, 50))}`
  })
  await readAll(service.port, pages.slice(0, count))
  const before = { resident: service.residentBytes(), cpu: service.cpuMilliseconds() }
  await readAll(service.port, pages.slice(count))
  const perSecond = (count * 1000) / (service.cpuMilliseconds() - before.cpu)
  const resident = service.residentBytes()
  const megabytes = (bytes: number) => inUnit('MB')(bytes / megabyte)
  return [
    comparedFigure(
      'pages of the explorer with four filters, a second of processor time',
      { measured: perSecond, baseline: explorerGoal, ratio: perSecond / explorerGoal },
      inUnit('pages'),
      { atLeast: 1 },
    ),
    comparedFigure(
      `RSS after ${count} more of them`,
      { measured: resident, baseline: before.resident, ratio: resident / before.resident },
      megabytes,
      { atMost: 1.05 },
    ),
  ]
}
