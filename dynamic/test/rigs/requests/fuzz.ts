// Anything at all, from the table and from raw bytes, to a service in a process of its own: it answers, and goes on.
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { once } from 'node:events'
import fc from 'fast-check'
import { api } from '../../../../data/api/table.ts'
import type { Catalog } from '../../../../data/store/catalog/catalog.ts'
import { kill, serveProcess } from '../../live/service-process.ts'
import { inside } from '../../fixtures/inside.ts'
import type { Reply } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { asInstalled, keptMegabytes, mainThreadMilliseconds } from '../process-figures.ts'
import { anyGenerated, sampleRequests, type GeneratedRequest } from './generated-requests.ts'
import { anyBeside } from './requests-beside.ts'
import { PipelinedClient } from './pipelined-client.ts'
import { sendBytes } from './send-bytes.ts'

/** What requests that arrive together may hold the main thread up at most, so a single one too, and how much the memory may grow. */
const maxMilliseconds = 250
const maxGrowth = 1.1
const requestsAtOnce = 16
const bytesAtOnce = 32
const cacheMegabytes = '16'
/** Requests that fill such caches. */
const warmUp = 40_000

/** Of the sign-in, so that it is on; nobody answers there. */
const nowhere = 'http://127.0.0.1:9'

/** Bytes that are nearly a request. */
const rawBytes = fc
  .tuple(
    fc.constantFrom('GET', 'POST', 'get', 'G ET', 'PRI', 'CONNECT', ''),
    fc.oneof(
      fc.constantFrom('/v2/items', '*', 'http://evil.test/v2/items', '//', '/v2/items?\u0000'),
      fc.string({ maxLength: 40 }),
    ),
    fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1.1 x', ''),
    fc.array(
      fc.oneof(
        fc.constantFrom(
          ...['Host: a', 'Host: a\r\nHost: b', 'Content-Length: 5', 'Content-Length: -1', 'Transfer-Encoding: chunked'],
          ...[
            'Transfer-Encoding: xchunked',
            'Expect: 100-continue',
            'Upgrade: h2c',
            'Connection: upgrade',
            'X:',
            ': x',
          ],
          ...[' folded', 'X-A\u0000: b', `X: ${'y'.repeat(20_000)}`, 'Range: bytes=0-1,'.padEnd(3000, '2-3,')],
        ),
        fc.string({ unit: 'binary', maxLength: 30 }),
      ),
      { maxLength: 5 },
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  .map(([method, target, version, lines, body]) =>
    Buffer.from([`${method} ${target} ${version}`, ...lines, '', body].join('\r\n')),
  )

const isServerError = (answer: string) => /^HTTP\/1\.1 5(?!03|05|01)\d\d/m.test(answer)

/** What is wrong with the answer to a request of the table. */
function wrongAnswer(reply: Reply): string | undefined {
  const { status, headers } = reply
  if ('x-evil' in headers || 'x-powered-by' in headers) return 'a header that nobody meant'
  if (status < 400) return undefined
  const text = reply.bytes.length > 0 ? reply.text : ''
  if (status >= 500) return `${status} ${text.slice(0, 200)}`
  return inside.test(text) ? `it tells of its inside: ${text.slice(0, 200)}` : undefined
}

interface Target {
  readonly port: number
  /** Of the process that is watched. */
  readonly pid?: number | undefined
}

/**
 * Requests of the table on one connection, some at once; bytes on a connection each. Returns the longest time, in ms,
 * for which those that were sent at once held the main thread up.
 */
async function fuzz(rig: Rig, { port, pid }: Target, catalog: Catalog): Promise<number> {
  const anything = fc.oneof(
    { weight: 4, arbitrary: anyGenerated(api, catalog) },
    { weight: 2, arbitrary: anyBeside },
    { weight: 1, arbitrary: rawBytes },
  )
  const worked = () => (pid === undefined ? 0 : mainThreadMilliseconds(pid))
  const client = new PipelinedClient(port)
  let longest = 0
  const ask = async (requests: readonly GeneratedRequest[]) => {
    const before = worked()
    const replies = await client.ask(requests).catch((error: unknown) => String(error))
    const held = worked() - before
    longest = Math.max(longest, held)
    const late = held > maxMilliseconds ? `the main thread was held up for ${held.toFixed(0)} ms` : undefined
    for (const [at, { method, target }] of requests.entries()) {
      const reply = typeof replies === 'string' ? undefined : replies[at]
      const problem = reply ? (late ?? wrongAnswer(reply)) : String(replies)
      rig.check(problem === undefined, () => `${method} ${target}: ${problem}`)
    }
  }
  const send = async (bytes: Buffer) => {
    const answer = await sendBytes(port, bytes)
    const said = () =>
      `${JSON.stringify(bytes.toString('latin1').slice(0, 200))}: ${answer.slice(0, 120) || 'no answer'}`
    rig.check(answer !== '' && !isServerError(answer), said)
  }
  const [requests, pieces]: [GeneratedRequest[], Buffer[]] = [[], []]
  for (const one of sampleRequests(anything, rig.amount, rig.seed)) {
    if (Buffer.isBuffer(one)) pieces.push(one)
    else requests.push(one)
    if (requests.length === requestsAtOnce) await ask(requests.splice(0))
    if (pieces.length === bytesAtOnce) await Promise.all(pieces.splice(0).map(send))
  }
  await ask(requests)
  await Promise.all(pieces.map(send))
  client.close()
  return longest
}

async function run(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const catalog = fixture.catalog()
  // Caches that are full after the warm-up: what grows then is not a cache.
  const settings = async () => ({
    ...{ ...(await fixture.store.settings()), ...asInstalled, MEMORY_MB: cacheMegabytes },
    ...{ OAUTH_CLIENT_ID: 'fuzz', OAUTH_CLIENT_SECRET: 'fuzz', OAUTH_TOKEN_URL: nowhere, OAUTH_USER_URL: nowhere },
  })
  const service = await serveProcess({ settings }, '')
  try {
    const target = { port: service.port, pid: service.child.pid }
    const amount = Math.min(rig.amount, warmUp)
    await fuzz({ ...rig, seed: rig.seed + 1, amount, check: () => undefined }, target, catalog)
    const before = await keptMegabytes(service)
    const longest = await fuzz(rig, target, catalog)
    const after = await keptMegabytes(service)
    rig.note(
      `${before.toFixed(0)} MB are kept after the warm-up, ${after.toFixed(0)} MB at the end; ${requestsAtOnce} requests at once held the main thread up for ${longest.toFixed(0)} ms at most`,
    )
    rig.check(service.child.exitCode === null, 'the service has ended')
    rig.check(after < before * maxGrowth, `memory grew from ${before.toFixed(0)} to ${after.toFixed(0)} MB`)
  } finally {
    await kill(service.child)
    await fixture.close()
  }
}

/** A service that trusts what it is sent: it decodes without a check, and fails with a 500 that tells why. */
async function runNegativeControl(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const server = createServer((req, res) => {
    try {
      const { pathname, searchParams } = new URL(req.url ?? '', 'http://localhost')
      decodeURIComponent(pathname)
      for (const [name] of searchParams) if (!/^[a-z_]+$/.test(name)) throw new TypeError(`bad name (server.ts:12)`)
      res.end('{}')
    } catch (error) {
      res.writeHead(500).end(error instanceof Error ? error.stack : '')
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await fuzz(rig, { port: (server.address() as AddressInfo).port }, fixture.catalog())
  } finally {
    server.close()
    server.closeAllConnections()
    await fixture.close()
  }
}

export const fuzzing: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: {
    what: 'a server that decodes without a check and shows its stack',
    amount: 300,
    finds: [/: 500 \w+Error: /],
    run: runNegativeControl,
  },
}
