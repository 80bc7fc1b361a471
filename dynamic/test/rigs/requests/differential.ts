// Sends the same requests to a service that answers from the catalog only, to one with rendered files, to the edge
// function and to nginx: the answers must be the same.
import { rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { api } from '../../../../data/api/table.ts'
import { openEdgeFixture } from '../../edge/edge-service.ts'
import { openNginxFixture } from '../../edge/nginx-service.ts'
import { lastingBody, lastingHeaders } from '../../edge/same-answer.ts'
import { noon } from '../../fixtures/live-world.ts'
import type { Reply } from '../../fixtures/test-client.ts'
import { liveAt, openSampleFixture } from '../../fixtures/test-service.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { anyTableRequest, chunksOf, sampleRequests, type GeneratedRequest } from './generated-requests.ts'
import { PipelinedClient } from './pipelined-client.ts'

/** A server on this machine whose answers are compared. */
interface ComparedServer {
  readonly name: string
  readonly port: number
  /** Whether the server refuses the target itself, with its own message. */
  readonly refuses?: (target: string) => boolean
}

/** Number of requests sent at once, below what would make the service shed load. */
const concurrentRequests = 16

/**
 * Whether nginx refuses the target with a 400 by itself, whatever the method: a path that it cannot decode, or that
 * leads above the root once decoded.
 */
function isRefusedByNginx(target: string): boolean {
  const [path = ''] = target.split('?')
  if (/%(?:00|(?![0-9a-f]{2}))/i.test(path)) return true
  let depth = 0
  for (const name of path.replace(/%2f/gi, '/').replace(/%2e/gi, '.').split('/')) {
    if (name === '' || name === '.') continue
    depth += name === '..' ? -1 : 1
    if (depth < 0) return true
  }
  return false
}

/** Regression tests: requests that every run sends. */
const regressions: readonly GeneratedRequest[] = ['GET', 'OPTIONS', 'PUT'].flatMap((method) =>
  ['/v2/patches/3/%00', '/v2/..%2f..', '/v2/trades/..%2f..', '/v2/items/%zz'].map((target) => ({
    ...{ method, target },
    headers: { origin: 'https://example.test' },
  })),
)

async function openAll() {
  const [edge, nginx, bare] = [await openEdgeFixture(), await openNginxFixture(), await openSampleFixture()]
  // Without files, all answers come from the catalog.
  rmSync(join(bare.dataDir, '_static'), { recursive: true })
  const catalogAlone = await bare.serve({ live: await liveAt(bare, noon) })
  const all: readonly ComparedServer[] = [
    { name: 'the service with files', port: edge.alone.port },
    { name: 'the edge', port: edge.edge.port },
    { name: 'nginx', port: nginx.edge.port, refuses: isRefusedByNginx },
  ]
  return {
    ...{ all, catalogAlone },
    catalog: edge.fixture.catalog(),
    close: () => Promise.all([edge.close(), nginx.close(), bare.close()]),
  }
}

/** An answer with the headers and the body to compare. */
class Judged {
  readonly reply: Reply
  readonly headers: Readonly<Record<string, unknown>>
  #body: unknown

  constructor(reply: Reply) {
    this.reply = reply
    this.headers = lastingHeaders(reply)
  }

  hasBodyOf(other: Judged): boolean {
    const [ours, theirs] = [this.reply, other.reply]
    const isPackedAlike = ours.headers['content-encoding'] === theirs.headers['content-encoding']
    return (isPackedAlike && ours.bytes.equals(theirs.bytes)) || isDeepStrictEqual(this.body, other.body)
  }

  get body(): unknown {
    return (this.#body ??= lastingBody(this.reply))
  }
}

/** Describes how two answers to a request differ; undefined if they do not. */
function difference(expected: Judged, got: Judged, isRefused: boolean): string | undefined {
  const { status } = got.reply
  const due = isRefused ? 400 : expected.reply.status
  if (due !== status) return `status ${status} instead of ${due}`
  if (isRefused) return undefined
  const [theirs, ours] = [expected.headers, got.headers]
  const names = Object.keys({ ...theirs, ...ours }).filter((name) => !isDeepStrictEqual(theirs[name], ours[name]))
  if (names.length > 0)
    return names.map((name) => `${name}: ${String(ours[name])} instead of ${String(theirs[name])}`).join(', ')
  return got.hasBodyOf(expected) ? undefined : 'another body'
}

/**
 * Sends the requests to all servers and compares the answers with those of `expected`. Each request is one injection.
 */
async function compare(
  rig: Rig,
  expected: ComparedServer,
  all: readonly ComparedServer[],
  requests: Iterable<GeneratedRequest>,
) {
  const clients = [expected, ...all].map(({ port }) => new PipelinedClient(port))
  for (const some of chunksOf(requests, concurrentRequests)) {
    const [first = [], ...others] = await Promise.all(clients.map((client) => client.ask(some)))
    for (const [at, one] of some.entries()) {
      const { method, target, headers } = one
      const wanted = judgedAt(first, at)
      const differing = all.flatMap(({ name, refuses }, nth) => {
        const differs = difference(wanted, judgedAt(others[nth], at), refuses?.(target) ?? false)
        return differs === undefined ? [] : [`${name}: ${differs}`]
      })
      rig.check(differing.length === 0, () => `${method} ${target} ${JSON.stringify(headers)}: ${differing.join('; ')}`)
    }
  }
  for (const client of clients) client.close()
}

function judgedAt(replies: readonly Reply[] = [], at: number): Judged {
  const reply = replies[at]
  if (!reply) throw new Error('an answer is missing')
  return new Judged(reply)
}

async function run(rig: Rig): Promise<void> {
  const { all, catalog, catalogAlone, close } = await openAll()
  try {
    const reference = { name: 'the catalog', port: catalogAlone.port }
    const amount = Math.max(0, rig.amount - regressions.length)
    await compare(rig, reference, all, regressions)
    await compare(rig, reference, all, sampleRequests(anyTableRequest(api, catalog), amount, rig.seed))
  } finally {
    await close()
  }
}

/** A proxy that decodes a path once more before it forwards it, and drops parameters without a value. */
function decodingProxy(to: number): Server {
  return createServer((req, res) => {
    const [path = '', query] = (req.url ?? '').split('?')
    const again = path.replace(/%25/g, '%')
    const kept = query?.split('&').filter((part) => !/=$|^$/.test(part))
    const target = kept?.length ? `${again}?${kept.join('&')}` : again
    const passed = request({ host: '127.0.0.1', port: to, path: target, method: req.method, headers: req.headers })
    passed.once('error', () => res.destroy())
    passed.once('response', (answer) => {
      res.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(res)
    })
    passed.end()
  })
}

async function runNegativeControl(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const service = await fixture.serve({ live: await liveAt(fixture, noon) })
  const proxy = decodingProxy(service.port).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  try {
    const all = [{ name: 'the negative control', port: (proxy.address() as AddressInfo).port }]
    const requests = sampleRequests(anyTableRequest(api, fixture.catalog()), rig.amount, rig.seed)
    await compare(rig, { name: 'the service', port: service.port }, all, requests)
  } finally {
    proxy.close()
    proxy.closeAllConnections()
    await fixture.close()
  }
}

export const differential: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: {
    what: 'a proxy that decodes twice and drops empty parameters',
    amount: 200,
    finds: [/: the negative control: status \d+ instead of \d+$/],
    run: runNegativeControl,
  },
}
