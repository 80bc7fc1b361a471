import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { importAndRender } from '../../build/publish.ts'
import { api } from '../../data/api/table.ts'
import { Accounts, accountsFile } from '../../data/store/accounts/accounts.ts'
import { Gate } from '../../dynamic/gate.ts'
import { RateLimits } from '../../dynamic/rate-limits.ts'
import type { Bench } from './bench.ts'
import { readRows, sampleWorld } from './bundles.ts'
import { readAll } from './connection.ts'
import { itemQueries } from './queries.ts'
import { alternate, timed } from './rounds.ts'
import { startService } from './server-process.ts'

const admissions = 2000
const queriesPerRound = 200
const plenty = { anonymous: 100_000_000, key: 100_000_000, tiers: {} }

export const gateCost: Bench = {
  name: 'gate',
  summary: 'Key and quota of one request, against a whole filtered read over HTTP.',
  async run({ quick, folder }) {
    const { largest } = await sampleWorld(join(folder, 'sample'), quick)
    const dataDir = join(folder, 'data')
    await importAndRender([largest], { api, dataDir, patches: 'none' })
    const rounds = quick ? 5 : 11
    const queries = itemQueries(readRows(largest, 'items.ndjson'), (rounds + 1) * queriesPerRound, 'gate')
    const accounts = await Accounts.open(join(folder, accountsFile))
    const { id } = await accounts.owners.grant('bench', ['tooltips'])
    const { key } = await accounts.keys.create(id, { name: 'bench', scopes: ['tooltips'] })
    const gate = new Gate(accounts, new RateLimits(plenty), 0)
    const service = await startService(dataDir)
    const read = async (round: number) => {
      const targets = queries.slice(round * queriesPerRound).slice(0, queriesPerRound)
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
      const shown = (milliseconds: number) => `${(milliseconds * 1000).toFixed(1)} us`
      return Object.entries({ 'no key': anonymous, 'a key': keyed }).map(([who, { measured, baseline, ratio }]) => ({
        figure: `admitting ${who}`,
        measured: shown(measured),
        baseline: `${shown(baseline)}/req`,
        ratio,
        budget: { atMost: 0.15 },
      }))
    } finally {
      await service.stop()
      await accounts.close()
    }
  },
}

function requestWith(headers: IncomingMessage['headers']): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  request.headers = headers
  return request
}
