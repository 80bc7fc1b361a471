// The same request to the catalog alone, to the service with rendered files, to the edge function and to nginx: one answer.
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
import { fetchApi, type Reply } from '../../fixtures/test-client.ts'
import { liveAt, openSampleFixture } from '../../fixtures/test-service.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { anyGenerated, sampleRequests, type GeneratedRequest } from './generated-requests.ts'

/** Whoever answers requests, on this machine. */
interface Answering {
  readonly name: string
  readonly port: number
  /** What it refuses by itself, with its own sentence. */
  readonly refuses?: RegExp
}

/** Paths that nginx cannot decode, or that lead out of it, are refused before anybody is asked. */
const undecodable = /^[^?]*(?:%(?:00|(?![0-9a-f]{2}))|\.\.%2f)/i

async function openAll() {
  const [edge, nginx, bare] = [await openEdgeFixture(), await openNginxFixture(), await openSampleFixture()]
  // Where files are missing, answers come from the catalog.
  rmSync(join(bare.dataDir, '_static'), { recursive: true })
  const catalogAlone = await bare.serve({ live: await liveAt(bare, noon) })
  const all: readonly Answering[] = [
    { name: 'the service with files', port: edge.alone.port },
    { name: 'the edge', port: edge.edge.port },
    { name: 'nginx', port: nginx.edge.port, refuses: undecodable },
  ]
  return {
    ...{ all, catalogAlone },
    catalog: edge.fixture.catalog(),
    close: () => Promise.all([edge.close(), nginx.close(), bare.close()]),
  }
}

/** What differs between two answers to a request; nothing where they are the same. */
function difference(request: GeneratedRequest, expected: Reply, got: Reply, refuses?: RegExp): string | undefined {
  // The service may have refused it for another reason.
  const status =
    refuses?.test(request.target) && expected.status >= 400 && expected.status < 500 ? 400 : expected.status
  if (status !== got.status) return `status ${got.status} instead of ${expected.status}`
  if (refuses?.test(request.target)) return undefined
  const [theirs, ours] = [lastingHeaders(expected), lastingHeaders(got)]
  const names = Object.keys({ ...theirs, ...ours }).filter((name) => !isDeepStrictEqual(theirs[name], ours[name]))
  if (names.length > 0)
    return names.map((name) => `${name}: ${String(ours[name])} instead of ${String(theirs[name])}`).join(', ')
  return isDeepStrictEqual(lastingBody(expected), lastingBody(got)) ? undefined : 'another body'
}

async function compare(rig: Rig, expected: Answering, all: readonly Answering[], one: GeneratedRequest): Promise<void> {
  const { target, method, headers } = one
  const ask = ({ port }: Answering) => fetchApi({ port }, target, { method, headers, undeclared: 'allowed' })
  const first = await ask(expected)
  for (const { name, refuses, port } of all) {
    const differs = difference(one, first, await ask({ name, port }), refuses)
    rig.check(differs === undefined, () => `${name}: ${method} ${target} ${JSON.stringify(headers)}: ${differs}`)
  }
}

async function run(rig: Rig): Promise<void> {
  const { all, catalog, catalogAlone, close } = await openAll()
  try {
    const requests = sampleRequests(anyGenerated(api, catalog), Math.ceil(rig.amount / all.length), rig.seed)
    for (const one of requests) await compare(rig, { name: 'the catalog', port: catalogAlone.port }, all, one)
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

async function runTwin(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const service = await fixture.serve({ live: await liveAt(fixture, noon) })
  const proxy = decodingProxy(service.port).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  try {
    const all = [{ name: 'the twin', port: (proxy.address() as AddressInfo).port }]
    for (const one of sampleRequests(anyGenerated(api, fixture.catalog()), rig.amount, rig.seed))
      await compare(rig, { name: 'the service', port: service.port }, all, one)
  } finally {
    proxy.close()
    proxy.closeAllConnections()
    await fixture.close()
  }
}

export const differential: Pick<FaultRow, 'run' | 'twin'> = {
  run,
  twin: { what: 'a proxy that decodes twice and drops empty parameters', amount: 200, run: runTwin },
}
