import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { importAndRender } from '../../build/import-and-render.ts'
import { api } from '../../data/api/table.ts'
import { Accounts } from '../../data/store/accounts/accounts.ts'
import { Gate } from '../../dynamic/gate/gate.ts'
import { RequestContext } from '../../dynamic/http/request-context.ts'
import { RateLimits } from '../../dynamic/gate/rate-limits.ts'
import { comparedFigure, inUnit, type Bench } from './measure/bench.ts'
import { readRows, sampleWorld } from './measure/bundles.ts'
import { readAll } from './measure/connection.ts'
import { itemQueries } from './measure/queries.ts'
import { alternate, sliceForRound, timed } from './measure/rounds.ts'
import { startService } from './measure/server-process.ts'

const admissions = 2000
const queriesPerRound = 200
const plenty = { anonymous: 100_000_000, key: 100_000_000, tiers: {} }

export const gateBench: Bench = async ({ quick, folder }) => {
  const { whole } = await sampleWorld(join(folder, 'sample'), quick)
  const dataDir = join(folder, 'data')
  await importAndRender([whole], { api, dataDir, patches: 'none' })
  const rounds = quick ? 5 : 11
  const queries = itemQueries(readRows(whole, 'items.ndjson'), (rounds + 1) * queriesPerRound, 'gate')
  const accounts = await Accounts.open({ dataDir: folder })
  const { id } = await accounts.owners.grant('bench', ['tooltips'])
  const { key } = await accounts.keys.create(id, { name: 'bench', scopes: ['tooltips'] })
  const gate = new Gate(accounts, new RateLimits(plenty), 0)
  const service = await startService(dataDir)
  const read = async (round: number) => {
    const targets = sliceForRound(queries, round, queriesPerRound)
    return (await timed(() => readAll(service.port, targets))) / queriesPerRound
  }
  const admit = async (headers: IncomingMessage['headers']) => {
    const requests = Array.from({ length: admissions }, () => requestWith(headers))
    const all = async () => {
      for (const request of requests) await gate.admit(request, false)
    }
    return (await timed(all)) / admissions
  }
  try {
    const anonymous = await alternate(rounds, read, () => admit({}))
    const keyed = await alternate(rounds, read, () => admit({ 'x-api-key': key }))
    const format = (milliseconds: number) => inUnit('us/req', 1)(milliseconds * 1000)
    return Object.entries({ 'no key': anonymous, 'a key': keyed }).map(([who, cost]) =>
      comparedFigure(`admitting ${who}`, cost, format, { atMost: 0.15 }),
    )
  } finally {
    await service.stop()
    await accounts.close()
  }
}

function requestWith(headers: IncomingMessage['headers']): RequestContext {
  const request = new IncomingMessage(new Socket())
  request.headers = headers
  return new RequestContext(request, new ServerResponse(request))
}
