// Sends generated requests and raw bytes to a service in a separate process: it answers all of them and keeps running.
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { once } from 'node:events'
import fc from 'fast-check'
import { api } from '../../../../data/api/table.ts'
import type { Catalog } from '../../../../data/store/catalog/catalog.ts'
import { kill, serveProcess } from '../../live/service-process.ts'
import { internalDetails } from '../../fixtures/internal-details.ts'
import type { Reply } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { collectibleEnvironment, retainedMegabytes, mainThreadMilliseconds } from '../process-figures.ts'
import { anyTableRequest, sampleRequests, type GeneratedRequest } from './generated-requests.ts'
import { anyOtherRequest } from './other-requests.ts'
import { PipelinedClient } from './pipelined-client.ts'
import { sendBytes } from './send-bytes.ts'

/** Maximum time for which requests that arrive together, and so any single one, may block the main thread. */
const maxMilliseconds = 250
/** Maximum ratio of the memory after the run to that after the warm-up. */
const maxGrowth = 1.1
const requestsAtOnce = 16
const bytesAtOnce = 32
const cacheMegabytes = '16'
/** Number of requests that fill caches of this size. */
const warmUp = 40_000

/** An unreachable address for the settings of the sign-in, which enable it. */
const nowhere = 'http://127.0.0.1:9'

/** Bytes that resemble a request. */
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

/**
 * Describes what is wrong with an answer: an injected header, a 5xx, or internal details in an error; undefined if
 * nothing is.
 */
function wrongAnswer(reply: Reply): string | undefined {
  const { status, headers } = reply
  if ('x-evil' in headers || 'x-powered-by' in headers) return 'an injected header'
  if (status < 400) return undefined
  const text = reply.bytes.length > 0 ? reply.text : ''
  if (status >= 500) return `${status} ${text.slice(0, 200)}`
  return internalDetails.test(text) ? `it discloses internal details: ${text.slice(0, 200)}` : undefined
}

interface Target {
  readonly port: number
  /** The process whose main thread is measured, if any. */
  readonly pid?: number | undefined
}

/**
 * Sends requests in pipelined groups on one connection, and each piece of raw bytes on a connection of its own. Returns
 * the longest time in milliseconds for which a group blocked the main thread.
 */
async function fuzz(rig: Rig, { port, pid }: Target, catalog: Catalog): Promise<number> {
  const anything = fc.oneof(
    { weight: 4, arbitrary: anyTableRequest(api, catalog) },
    { weight: 2, arbitrary: anyOtherRequest },
    { weight: 1, arbitrary: rawBytes },
  )
  const worked = () => (pid === undefined ? 0 : mainThreadMilliseconds(pid))
  const client = new PipelinedClient(port)
  let longest = 0
  const ask = async (requests: readonly GeneratedRequest[]) => {
    const before = worked()
    const replies = await client.ask(requests).catch((error: unknown) => String(error))
    const blocked = worked() - before
    longest = Math.max(longest, blocked)
    const late = blocked > maxMilliseconds ? `the main thread was blocked for ${blocked.toFixed(0)} ms` : undefined
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
  // Caches that are full after the warm-up, so that later growth is not due to them.
  const settings = async () => ({
    ...{ ...(await fixture.store.settings()), ...collectibleEnvironment, MEMORY_MB: cacheMegabytes },
    ...{ OAUTH_CLIENT_ID: 'fuzz', OAUTH_CLIENT_SECRET: 'fuzz', OAUTH_TOKEN_URL: nowhere, OAUTH_USER_URL: nowhere },
  })
  const service = await serveProcess({ settings }, '')
  try {
    const target = { port: service.port, pid: service.child.pid }
    const amount = Math.min(rig.amount, warmUp)
    await fuzz({ ...rig, seed: rig.seed + 1, amount, check: () => undefined }, target, catalog)
    const before = await retainedMegabytes(service)
    const longest = await fuzz(rig, target, catalog)
    const after = await retainedMegabytes(service)
    rig.note(
      `${before.toFixed(0)} MB are used after the warm-up, ${after.toFixed(0)} MB at the end; ${requestsAtOnce} requests at once blocked the main thread for ${longest.toFixed(0)} ms at most`,
    )
    rig.check(service.child.exitCode === null, 'the service has ended')
    rig.check(after < before * maxGrowth, `memory grew from ${before.toFixed(0)} to ${after.toFixed(0)} MB`)
  } finally {
    await kill(service.child)
    await fixture.close()
  }
}

/** Runs against a server that decodes without validation, and answers with the stack trace when this fails. */
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
    what: 'a server that decodes without validation and discloses its stack trace',
    amount: 300,
    finds: [/: 500 \w+Error: /],
    run: runNegativeControl,
  },
}
