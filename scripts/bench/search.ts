import { join } from 'node:path'
import Database from 'better-sqlite3'
import { importAndRender } from '../../build/import-and-render.ts'
import { api } from '../../data/api/table.ts'
import { unit } from '../../data/sample/random.ts'
import { Catalog } from '../../data/store/catalog/catalog.ts'
import { ScopeRowsTable } from '../../data/store/catalog/rows/scope-rows-table.ts'
import { searchDocuments } from '../../data/store/catalog/search/search-documents.ts'
import { plainScan } from './baselines/plain-scan.ts'
import { comparedFigure, inUnit, type Bench } from './measure/bench.ts'
import { sampleWorld } from './measure/bundles.ts'
import { alternate, timed } from './measure/rounds.ts'

const queriesPerRound = 100

export const searchBench: Bench = async ({ quick, folder, report }) => {
  const { bundles } = await sampleWorld(join(folder, 'sample'), quick)
  const dataDir = join(folder, 'data')
  report(`importing ${bundles.length} patches`)
  await importAndRender(bundles, { api, dataDir, patches: 'none' })
  const file = join(dataDir, 'catalog.db')
  const catalog = new Catalog(file, api)
  const scope = catalog.patches.current()?.id ?? 0
  const db = new Database(file, { readonly: true })
  const documents = [...searchDocuments({ db, api, rows: new ScopeRowsTable(db) }, scope)]
  db.close()
  const scan = plainScan(documents)
  const names = documents.flatMap((document) => document.names)
  const rounds = quick ? 3 : 9
  const perRound = (round: number, find: (text: string) => unknown) =>
    timed(() => queriesOf(names, round).forEach((text) => find(text)))
  const indexed = (text: string) => catalog.search(scope, { text, offset: 0, limit: 25 })
  const times = await alternate(
    rounds,
    (round) => perRound(round, scan),
    (round) => perRound(round, indexed),
  ).finally(() => catalog.close())
  const format = (milliseconds: number) => inUnit('ms/search', 2)(milliseconds / queriesPerRound)
  return [comparedFigure(`${documents.length} things in ten languages`, times, format, { atMost: 0.2 })]
}

/** Draws typical queries: names of any language, their beginnings, and names with a letter left out. */
const queriesOf = (names: readonly string[], round: number): string[] =>
  Array.from({ length: queriesPerRound }, (_, nth) => {
    const seed = `${round}/${nth}`
    const letters = Array.from(names[Math.floor(unit(`name/${seed}`) * names.length)] ?? '')
    const at = Math.floor(unit(`place/${seed}`) * letters.length)
    const kinds = [letters, letters.slice(0, at + 1), letters.toSpliced(at, 1)]
    return kinds[nth % kinds.length]?.join('') ?? ''
  })
