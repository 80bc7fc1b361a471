// The same request to the catalog alone, to the service with rendered files, to the edge function and to nginx: one
// answer.
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
import { anyGenerated, portionsOf, sampleRequests, type GeneratedRequest } from './generated-requests.ts'
import { PipelinedClient } from './pipelined-client.ts'

/** Whoever answers requests, on this machine. */
interface Answering {
  readonly name: string
  readonly port: number
  /** What it refuses by itself, with its own sentence. */
  readonly refuses?: (target: string) => boolean
}

/** Requests that are sent at once; the service sheds what comes after a second of work in one turn. */
const atOnce = 16

/**
 * What nginx refuses with a 400 before anybody is asked, whatever the method: a path that it cannot decode, or that
 * leads above the root once it is decoded.
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

/** Requests that were once answered in another way than was expected. */
const everyRun: readonly GeneratedRequest[] = ['GET', 'OPTIONS', 'PUT'].flatMap((method) =>
  ['/v2/patches/3/%00', '/v2/..%2f..', '/v2/trades/..%2f..', '/v2/items/%zz'].map((target) => ({
    ...{ method, target },
    headers: { origin: 'https://example.test' },
  })),
)

async function openAll() {
  const [edge, nginx, bare] = [await openEdgeFixture(), await openNginxFixture(), await openSampleFixture()]
  // Where files are missing, answers come from the catalog.
  rmSync(join(bare.dataDir, '_static'), { recursive: true })
  const catalogAlone = await bare.serve({ live: await liveAt(bare, noon) })
  const all: readonly Answering[] = [
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

/** An answer with what of it must be the same. */
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

/** What differs between two answers to a request; nothing where they are the same. */
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

/** Asks all of them the same, some requests at once. A request is one injection, however many answer it. */
async function compare(rig: Rig, expected: Answering, all: readonly Answering[], requests: Iterable<GeneratedRequest>) {
  const clients = [expected, ...all].map(({ port }) => new PipelinedClient(port))
  for (const some of portionsOf(requests, atOnce)) {
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
    const amount = Math.max(0, rig.amount - everyRun.length)
    await compare(rig, reference, all, everyRun)
    await compare(rig, reference, all, sampleRequests(anyGenerated(api, catalog), amount, rig.seed))
  } finally {
    await close()
  }
}

/** A proxy that decodes a path once more before it passes it on, and drops what it takes for empty parameters. */
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
    const requests = sampleRequests(anyGenerated(api, fixture.catalog()), rig.amount, rig.seed)
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
    run: runNegativeControl,
  },
}
