import { join } from 'node:path'
import { importAndRender } from '../../build/import-and-render.ts'
import { api } from '../../data/api/table.ts'
import type { Bench } from './measure/bench.ts'
import { readRows, sampleWorld, writeItems } from './measure/bundles.ts'
import { readAll } from './measure/connection.ts'
import { itemQueries } from './measure/queries.ts'
import { compare, timed } from './measure/rounds.ts'
import { startService } from './measure/server-process.ts'

const queriesPerRound = 400
const orders = [
  '-gear_score',
  'name',
  'rarity,-vendor_price',
  '-primary_max_armor_rating',
  'source_key',
  'icon_url,-id',
]

export const sortedRead: Bench = async ({ quick, folder, report }) => {
  const { whole } = await sampleWorld(join(folder, 'sample'), quick)
  const bundle = writeItems(join(folder, 'items'), whole, quick ? 4000 : 20_000)
  const dataDir = join(folder, 'data')
  await importAndRender([bundle], { api, dataDir, patches: 'none' })
  const rounds = quick ? 5 : 11
  const queries = itemQueries(readRows(bundle, 'items.ndjson'), (rounds + 1) * queriesPerRound, 'sorted')
  const service = await startService(dataDir)
  const perSecond = async (targets: readonly string[]) =>
    (targets.length * 1000) / (await timed(() => readAll(service.port, targets)))
  const sorted = (targets: readonly string[]) => targets.map((one, at) => `${one}&sort=${orders[at % orders.length]}`)
  const pairs: [sorted: number, unsorted: number][] = []
  let firstMilliseconds = 0
  try {
    // Each order is made once; bodies and columns are read once for both.
    for (const order of orders)
      firstMilliseconds += await timed(() => readAll(service.port, [`/v2/items?rarity=epic&sort=${order}`]))
    await perSecond(queries.slice(-queriesPerRound))
    for (let round = 0; round < rounds; round += 1) {
      const targets = queries.slice(round * queriesPerRound).slice(0, queriesPerRound)
      const inTurn = [() => perSecond(sorted(targets)), () => perSecond(targets)] as const
      const first = await inTurn[round % 2 === 0 ? 0 : 1]()
      const second = await inTurn[round % 2 === 0 ? 1 : 0]()
      pairs.push(round % 2 === 0 ? [first, second] : [second, first])
      report(`round ${round + 1} of ${rounds}`)
    }
  } finally {
    await service.stop()
  }
  const { measured, baseline, ratio } = compare(pairs)
  const format = (value: number) => `${Math.round(value)} req/s`
  const each = `${(firstMilliseconds / orders.length).toFixed(0)} ms for the first of an order`
  return [
    {
      figure: `sorted by one or two columns (${each})`,
      measured: format(measured),
      baseline: format(baseline),
      ratio,
      budget: { atLeast: 0.9 },
    },
  ]
}
