// The observer, then the service itself are stopped for a while (SIGSTOP): ages tell it, and nothing is made up.
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

interface Observed {
  readonly ask: () => Promise<{ age: number; rows: number; status: number }>
  readonly observe: () => Promise<number>
  /** Stops whoever serves for so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>
}

async function stopAndLook(rig: Rig, { ask, observe, pause }: Observed): Promise<void> {
  for (let nth = 0; nth < rig.amount; nth += 1) {
    const observedAt = Date.now()
    if ((await observe()) !== 200) throw new Error('the observer is refused without a fault')
    const before = await ask()
    const stoppedFor = rig.random.int(1100, 2500)
    if (nth % 2 === 0) await sleep(stoppedFor)
    else await pause(stoppedFor)
    const after = await ask()
    const elapsed = Math.floor((Date.now() - observedAt) / 1000)
    const what = nth % 2 === 0 ? 'without the observer' : 'the service stopped'
    const isTrue = after.age >= Math.floor(stoppedFor / 1000) && after.age <= elapsed + 1
    rig.check(isTrue, `${what} for ${stoppedFor} ms: the age is ${after.age} s`)
    rig.check(
      after.rows === before.rows && after.status === 200,
      `${what}: ${after.rows} rows instead of ${before.rows}`,
    )
    const began = Date.now()
    await observe()
    while ((await ask()).age > 2 && Date.now() - began < patienceMilliseconds) await sleep(100)
    rig.check((await ask()).age <= 2 + (Date.now() - began) / 1000, `${what}: the age does not come down`)
  }
}

async function run(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const service = await serveProcess(fixture.store, await observerKey(fixture.store))
  let players = 100
  try {
    await stopAndLook(rig, {
      async ask() {
        const reply = await fetchApi(service, '/v2/population', { undeclared: 'allowed' })
        const rows = reply.status === 200 && !reply.text.includes('"online_players":0') ? 1 : 0
        return { age: Number(reply.headers['x-data-age']), rows, status: reply.status }
      },
      async observe() {
        const [line] = liveWorld.population
        const lines = ndjson([{ ...line, timestamp: new Date().toISOString(), num_players: (players += 1) }])
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

/** It tells the age since it was asked last, not since it observed. */
async function runNegativeControl(rig: Rig): Promise<void> {
  const server = createServer((_req, res) => {
    res.setHeader('x-data-age', '0')
    res.end('{"online_players":5}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    await stopAndLook(rig, {
      async ask() {
        const { status, headers } = await fetchApi({ port }, '/', { undeclared: 'allowed' })
        return { age: Number(headers['x-data-age']), rows: 1, status }
      },
      observe: () => Promise.resolve(200),
      pause: (milliseconds) => sleep(milliseconds),
    })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

export const stopped: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: { what: 'a service that calls its data new when it is asked', amount: 1, run: runNegativeControl },
}
