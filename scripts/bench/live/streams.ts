import { request, type ClientRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { comparedFigure, goalFigure, inUnit, type Bench, type Figure } from '../measure/bench.ts'
import { Connection } from '../measure/connection.ts'
import { observedWorld } from '../measure/observed-world.ts'
import { alternate, quantile } from '../measure/rounds.ts'
import { startService, type ServerProcess } from '../measure/server-process.ts'
import { observeListings, observerKey } from './crowd-clients.ts'

const listingsPerMinute = 2000
/** The limit of the service for one address. */
const streamsPerAddress = 8
const goals = { delayMilliseconds: 1000, slower: 1.2 }
/** Target of the sequential requests during the streams. */
const target = '/v2/market?rarity=epic&max_price=500'
const pauseMilliseconds = 20

export const streamsBench: Bench = async ({ quick, folder, report }) => {
  const { dataDir } = await observedWorld(folder, { quick })
  const key = await observerKey(dataDir)
  const service = await startService(dataDir)
  try {
    return await measureWithStreams(service, key, {
      streams: quick ? 50 : 500,
      seconds: quick ? 3 : 15,
      rounds: 3,
      report,
    })
  } finally {
    await service.stop()
  }
}

interface Load {
  readonly streams: number
  readonly seconds: number
  readonly rounds: number
  readonly report: (text: string) => void
}

/** Measures requests while listings come in, alternately with streams of all listings and without streams. */
async function measureWithStreams(
  service: ServerProcess,
  key: string,
  { streams, seconds, rounds, report }: Load,
): Promise<Figure[]> {
  const acknowledged = new Map<number, number>()
  const intake = observeListings(service.observerPort ?? 0, key, listingsPerMinute, (ids) => {
    for (const id of ids) acknowledged.set(id, performance.now())
  })
  const received: Received[] = []
  const times = await alternate(
    rounds,
    () => timeOfRequests(service.port, seconds),
    async () => {
      const open = await Promise.all(
        Array.from({ length: streams }, (_, nth) => openStream(service.port, nth, received)),
      )
      const time = await timeOfRequests(service.port, seconds)
      for (const one of open) one.destroy()
      await sleep(pauseMilliseconds)
      return time
    },
  )
  await intake.stop()
  const delays = received
    .flatMap(({ id, at }) => at - (acknowledged.get(id) ?? NaN))
    .filter((delay) => !Number.isNaN(delay))
  const p99 = quantile(delays, 0.99)
  report(`${delays.length} events of ${acknowledged.size} listings, worst ${quantile(delays, 1).toFixed(0)} ms`)
  return [
    comparedFigure(
      `a request during ${streams} streams, ${listingsPerMinute} listings a minute, against one without streams: p50`,
      times,
      inUnit('ms', 2),
      { atMost: goals.slower },
    ),
    goalFigure(
      `an event after its receipt, to ${streams} streams: p99 (p50 ${quantile(delays, 0.5).toFixed(0)} ms)`,
      p99,
      goals.delayMilliseconds,
      inUnit('ms'),
    ),
  ]
}

/** Returns the median time of sequential requests in milliseconds. */
async function timeOfRequests(port: number, seconds: number): Promise<number> {
  const connection = new Connection(port, 'gzip')
  const times: number[] = []
  for (const until = performance.now() + seconds * 1000; performance.now() < until; await sleep(pauseMilliseconds)) {
    const began = performance.now()
    await connection.get(target)
    times.push(performance.now() - began)
  }
  await connection.close()
  return quantile(times, 0.5)
}

interface Received {
  /** Id of the listing. */
  readonly id: number
  readonly at: number
}

/** Opens a stream of all new listings and adds them to `received`; resolves once the stream has begun. */
function openStream(port: number, nth: number, received: Received[]): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const localAddress = `127.0.0.${2 + Math.floor(nth / streamsPerAddress)}`
    const sent = request({ host: '127.0.0.1', port, localAddress, path: '/v2/events?feeds=market', agent: false })
    sent.once('response', (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`a stream: ${answer.statusCode}`))
      answer.on('error', () => undefined)
      answer.once('data', () => resolve(sent))
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        const at = performance.now()
        const lines = (text + chunk).split('\n')
        text = lines.pop() ?? ''
        for (const line of lines) {
          const id = /^data: \{"id":(\d+)/.exec(line)?.[1]
          if (id !== undefined) received.push({ id: Number(id), at })
        }
      })
    })
    sent.once('error', reject)
    sent.end()
  })
}
