// The observer or the service is stopped for a while: the ages of data stay true, and no data is invented.
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { liveWorld, ndjson, post } from '../../fixtures/live-world.ts'
import { fetchApi } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import { kill, observerKey, serveProcess } from '../../live/service-process.ts'
import type { FaultRow, Rig } from '../fault-row.ts'

const patienceMilliseconds = 30_000
/** Maximum age of a new observation in seconds. */
const maxNewAge = 2

interface Observed {
  readonly ask: () => Promise<{ age: number; players: number | undefined; status: number }>
  /** Posts an observation of this number of players; resolves to the status. */
  readonly observe: (players: number) => Promise<number>
  /** Stops the service for this time. */
  readonly pause: (milliseconds: number) => Promise<void>
}

async function stopAndLook(rig: Rig, { ask, observe, pause }: Observed): Promise<void> {
  let players = 100
  for (let nth = 0; nth < rig.amount; nth += 1) {
    const observedAt = Date.now()
    if ((await observe((players += 1))) !== 200) throw new Error('the observer is refused without a fault')
    const before = await ask()
    const stoppedFor = rig.random.int(1100, 2500)
    if (nth % 2 === 0) await sleep(stoppedFor)
    else await pause(stoppedFor)
    const after = await ask()
    const elapsed = Math.floor((Date.now() - observedAt) / 1000)
    const what = nth % 2 === 0 ? 'without the observer' : 'the service stopped'
    const isTrue = after.age >= Math.floor(stoppedFor / 1000) && after.age <= elapsed + 1
    rig.check(isTrue, `${what} for ${stoppedFor} ms: the age is ${after.age} s`)
    const isKept = [before, after].every((reply) => reply.status === 200 && reply.players === players)
    rig.check(isKept, `${what}: ${before.players}, then ${after.players} players instead of ${players}`)
    const status = await observe((players += 1))
    const last = await newest(ask, players)
    const isNew = status === 200 && last.players === players && last.age <= maxNewAge
    rig.check(isNew, `${what}: after an observation (${status}), ${last.players} players of ${last.age} s ago`)
  }
}

/** Polls until an answer has this number of players, or until the time is up; resolves to the last answer. */
async function newest(ask: Observed['ask'], players: number): ReturnType<Observed['ask']> {
  const began = performance.now()
  for (;;) {
    const reply = await ask()
    if (reply.players === players || performance.now() - began > patienceMilliseconds) return reply
    await sleep(100)
  }
}

async function run(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const service = await serveProcess(fixture.store, await observerKey(fixture.store))
  try {
    await stopAndLook(rig, {
      async ask() {
        const reply = await fetchApi(service, '/v2/population', { undeclared: 'allowed' })
        const { sample } = reply.object as { sample?: { num_online: number } | null }
        const players = sample?.num_online
        return { age: Number(reply.headers['x-data-age']), players, status: reply.status }
      },
      async observe(players) {
        const [line] = liveWorld.population
        const lines = ndjson([{ ...line, timestamp: new Date().toISOString(), num_online: players }])
        return (await post(service, '/observations/population', lines)).status
      },
      async pause(milliseconds) {
        service.child.kill('SIGSTOP')
        await sleep(milliseconds)
        service.child.kill('SIGCONT')
      },
    })
  } finally {
    await kill(service.child)
    await fixture.close()
  }
}

/** Runs against a server that always reports an age of zero. */
async function runNegativeControl(rig: Rig): Promise<void> {
  let players = 0
  const server = createServer((_req, res) => {
    res.setHeader('x-data-age', '0')
    res.end(String(players))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    await stopAndLook(rig, {
      async ask() {
        const { status, headers, text } = await fetchApi({ port }, '/', { undeclared: 'allowed' })
        return { age: Number(headers['x-data-age']), players: Number(text), status }
      },
      observe(observed) {
        players = observed
        return Promise.resolve(200)
      },
      pause: (milliseconds) => sleep(milliseconds),
    })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

export const stoppedProcesses: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: {
    what: 'a service that always reports its data as new',
    amount: 1,
    finds: [/ for \d+ ms: the age is 0 s$/],
    run: runNegativeControl,
  },
}
