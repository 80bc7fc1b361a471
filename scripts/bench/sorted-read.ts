import { comparedFigure, inUnit, type Bench } from './measure/bench.ts'
import { manyItems } from './measure/bundles.ts'
import { readAll, requestsPerSecond } from './measure/connection.ts'
import { itemQueries } from './measure/queries.ts'
import { compare, sliceForRound, timed } from './measure/rounds.ts'
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

export const sortedReadBench: Bench = async ({ quick, folder, report }) => {
  const { dataDir, items } = await manyItems(folder, quick)
  const rounds = quick ? 5 : 11
  const queries = itemQueries(items, (rounds + 1) * queriesPerRound, 'sorted')
  const service = await startService(dataDir)
  const perSecond = (targets: readonly string[]) => requestsPerSecond(service.port, targets)
  const sorted = (targets: readonly string[]) => targets.map((one, at) => `${one}&sort=${orders[at % orders.length]}`)
  const pairs: [sorted: number, unsorted: number][] = []
  let firstMilliseconds = 0
  try {
    // Each order is computed once; bodies and columns are loaded once for both.
    for (const order of orders)
      firstMilliseconds += await timed(() => readAll(service.port, [`/v2/items?rarity=epic&sort=${order}`]))
    await perSecond(queries.slice(-queriesPerRound))
    for (let round = 0; round < rounds; round += 1) {
      const targets = sliceForRound(queries, round, queriesPerRound)
      const inTurn = [() => perSecond(sorted(targets)), () => perSecond(targets)] as const
      const first = await inTurn[round % 2 === 0 ? 0 : 1]()
      const second = await inTurn[round % 2 === 0 ? 1 : 0]()
      pairs.push(round % 2 === 0 ? [first, second] : [second, first])
      report(`round ${round + 1} of ${rounds}`)
    }
  } finally {
    await service.stop()
  }
  const each = `${(firstMilliseconds / orders.length).toFixed(0)} ms for the first of an order`
  const figure = `sorted by one or two columns (${each})`
  return [comparedFigure(figure, compare(pairs), inUnit('req/s'), { atLeast: 0.9 })]
}
