import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Stream } from '../../../data/sample/random.ts'
import { Accounts } from '../../../data/store/accounts/accounts.ts'
import { Connection } from '../measure/connection.ts'
import { itemIdOf, rarities, sellerOf } from './synthetic-feeds.ts'
import { pickByShare, type Shares } from '../measure/draws.ts'

/**
 * Returns a function that draws targets of typical users: market, prices, trades, population and leaderboards of a
 * service.
 */
export async function crowdTargets(url: string): Promise<(stream: Stream) => string> {
  const read = async (target: string) => (await (await fetch(url + target)).json()) as { body: readonly Row[] }
  const items = [...new Set((await read('/v2/market?limit=100')).body.map((row) => String(row.item_id)))]
  const boards: string[] = []
  for (const { id: season } of (await read('/v2/leaderboards/seasons')).body)
    for (const { id: sheet } of (await read(`/v2/leaderboards/seasons/${String(season)}/sheets`)).body)
      boards.push(`/v2/leaderboards/seasons/${String(season)}/sheets/${String(sheet)}/entries`)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const kinds: Shares<(stream: Stream) => string> = [
    [0.2, (stream) => `/v2/market?min_price=${stream.int(1, 500)}&limit=25`],
    [0.15, (stream) => `/v2/market?rarity=${stream.pick(rarities)}&has_sold=false&page=${stream.int(1, 4)}`],
    [0.1, (stream) => `/v2/market/prices?ids=${[stream.pick(items), stream.pick(items)].join()}`],
    [0.15, (stream) => `/v2/market/analytics/${stream.pick(items)}/prices/history?interval=1h`],
    [0.15, (stream) => `/v2/trades?page=${stream.int(1, 10)}`],
    [0.05, (stream) => `/v2/trades?contains=${stream.pick(['sell', 'buy', 'ring', 'sword'])}`],
    [0.1, () => '/v2/population'],
    [0.02, () => `/v2/population/history?from=${daysAgo(1)}&to=${daysAgo(0)}`],
    [0.08, (stream) => `${stream.pick(boards)}?page=${stream.int(1, 3)}`],
  ]
  return (stream) => pickByShare(kinds, stream)(stream)
}

type Row = Readonly<Record<string, unknown>>

interface CrowdOptions {
  readonly port: number
  readonly clients: number
  readonly seconds: number
  /** Milliseconds between an answer and the next request of a client. */
  readonly pause: number
  readonly draw: (stream: Stream) => string
}

/** Returns the latencies (ms) of clients that each send sequential requests. Rejects on any status other than 200. */
export async function crowd({ port, clients, seconds, pause, draw }: CrowdOptions): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const client = async (nth: number) => {
    const stream = new Stream(`crowd/${nth}`)
    const connection = new Connection(port, 'gzip')
    await sleep((nth / clients) * Math.max(pause, 500))
    while (performance.now() < until) {
      const target = draw(stream)
      const began = performance.now()
      await connection.get(target)
      times.push(performance.now() - began)
      if (pause > 0) await sleep(pause)
    }
    await connection.close()
  }
  await Promise.all(Array.from({ length: clients }, (_, nth) => client(nth)))
  return times
}

const listingsPerPost = 100
/** Continues from one call to the next, because a listing with a known id would be an update. */
let lastId = 50_000_000

/** Creates a key of an observer. */
export async function observerKey(dataDir: string): Promise<string> {
  const accounts = await Accounts.open({ dataDir })
  const { id } = await accounts.owners.grant('bench', ['observe'])
  const { key } = await accounts.keys.create(id, { name: 'bench', scopes: ['observe'] })
  await accounts.close()
  return key
}

/**
 * Sends listings at a steady rate until `stop` is called, which resolves to the number of accepted ones. Calls
 * `onReceipt` with the ids of listings after their receipt.
 */
export function observeListings(
  port: number,
  key: string,
  perMinute: number,
  onReceipt: (ids: readonly number[]) => void = () => undefined,
): { stop: () => Promise<number> } {
  const stream = new Stream('crowd/listings')
  let [accepted, isOver] = [0, false]
  const send = async () => {
    while (!isOver) {
      const began = performance.now()
      const ids = Array.from({ length: listingsPerPost }, () => (lastId += 1))
      const lines = ids.map((one) => JSON.stringify(listingOf(one, stream)))
      accepted += await post(port, key, `${lines.join('\n')}\n`)
      onReceipt(ids)
      await sleep(Math.max(0, (listingsPerPost * 60_000) / perMinute - (performance.now() - began)))
    }
  }
  const sending = send()
  return {
    async stop() {
      isOver = true
      await sending
      return accepted
    },
  }
}

function listingOf(id: number, stream: Stream): object {
  const now = new Date().toISOString()
  const price = stream.int(5, 2000)
  return {
    ...{
      id,
      item_id: itemIdOf(stream.int(0, 400)),
      rarity: stream.pick(rarities),
      seller: sellerOf(stream.int(0, 500)),
    },
    ...{ price, quantity: 1, created_at: now, captured_at: now },
  }
}

function post(port: number, key: string, body: string): Promise<number> {
  const headers = { 'x-api-key': key, 'content-type': 'application/x-ndjson' }
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path: '/observations/market', method: 'POST', headers },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        answer.once('end', () => {
          if (answer.statusCode === 200) resolve((JSON.parse(text) as { accepted: number }).accepted)
          else reject(new Error(`observations: ${answer.statusCode} ${text}`))
        })
      },
    )
    sent.once('error', reject).end(body)
  })
}
