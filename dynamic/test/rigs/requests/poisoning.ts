// An attacker asks first, then a client asks the same cache plainly: its answer is the service's own, whatever was
// asked before.
import { createServer, request } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Stream } from '../../../../data/sample/random.ts'
import { openEdgeFixture } from '../../edge/edge-service.ts'
import { openNginxFixture } from '../../edge/nginx-service.ts'
import { trickyHeaders } from '../../edge/poison.ts'
import { fetchApi, rawRequest, type Reply } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { missingFor } from '../needs.ts'
import { sendBytes } from './send-bytes.ts'
import { canary, headerNames, hostileValues } from './hostile-headers.ts'
import { startSquid, startVarnish, type RunningCache } from './caches.ts'

/** Other spellings of a target, which must not be kept under it. */
const spellings: readonly ((target: string) => string)[] = [
  (target) => target.replace('/v2/', '//v2/'),
  (target) => target.replace('/v2/', '/v2/./'),
  (target) => target.replace('/v2/', '/v2/x/../'),
  (target) => target.replace('items', 'ITEMS'),
  (target) => target.replace('items', '%69tems'),
  (target) => target.replace('?', '/?'),
  (target) => target.replace('?', '%3F'),
  (target) => target.replace('?', ';x?'),
  (target) => target.replace('?', '.css?'),
  (target) => target.replace('?', '/tooltip.css?'),
  (target) => `${target}&`,
  (target) => `${target}&utm_source=${canary}`,
  (target) => `${target};rarity=epic`,
  (target) => `${target}&rarity=epic`,
  (target) => `${target}&page[]=2`,
  (target) => `${target}%00`,
  (target) => `${target}#x`,
  (target) => target.replace('/v2', `http://${canary}/v2`),
]

interface Front {
  readonly name: string
  readonly port: number
  /** A service that answers what the cache is to answer, and nothing stands before. */
  readonly alone: { readonly port: number }
  readonly key: string
}

/** Asks as an attacker does; what is answered is of no matter. */
async function attack({ port, key }: Front, target: string, random: Stream): Promise<string> {
  const kind = random.int(0, 5)
  const ask = async (told: string, asked: Promise<unknown>) => {
    await asked.catch(() => undefined)
    return told
  }
  if (kind === 0) {
    const spelled = random.pick(spellings)(target)
    return ask(`spelled ${spelled}`, sendBytes(port, rawRequest(`GET ${spelled} HTTP/1.1`)))
  }
  if (kind === 1) {
    const [what, headers] = random.pick(trickyHeaders)
    return ask(what, fetchApi({ port }, target, { headers, undeclared: 'allowed' }))
  }
  if (kind === 2) {
    const oversize = `X-Oversize: ${'y'.repeat(random.int(4000, 33_000))}`
    return ask('a header that is too long', sendBytes(port, rawRequest(`GET ${target} HTTP/1.1`, oversize)))
  }
  if (kind === 3) {
    const body = 'rarity=epic&limit=1'
    const sent = `${rawRequest(`GET ${target} HTTP/1.1`, `Content-Length: ${body.length}`)}${body}`
    return ask('a GET with a body', sendBytes(port, sent))
  }
  if (kind === 4)
    return ask('a key', fetchApi({ port }, target, { headers: { 'x-api-key': key }, undeclared: 'allowed' }))
  const lines = Array.from(
    { length: random.int(1, 3) },
    () => `${random.pick(headerNames)}: ${random.pick(hostileValues)}`,
  )
  const method = random.chance(0.2) ? 'HEAD' : 'GET'
  return ask(lines.join(', ').slice(0, 200), sendBytes(port, rawRequest(`${method} ${target} HTTP/1.1`, ...lines)))
}

const compared = [
  'content-type',
  'cache-control',
  'etag',
  'vary',
  'x-patch-id',
  'link',
  'location',
  'access-control-allow-origin',
]

/** A cache may answer in another encoding than the service: their tags differ by a suffix or in weakness. */
function comparable({ headers }: Reply, name: string) {
  const value = headers[name]
  return name === 'etag' && typeof value === 'string' ? value.replace(/^W\//, '').replace(/-(?:gz|br)"$/, '"') : value
}

/** What is foreign in the answer of the cache; nothing where it is as the service itself answers. */
function foreign(alone: Reply, cached: Reply): string | undefined {
  if (alone.status !== cached.status) return `${cached.status} instead of ${alone.status}`
  if (!alone.identity.equals(cached.identity)) return 'another body'
  const name = compared.find((one) => comparable(alone, one) !== comparable(cached, one))
  if (name !== undefined) return `${name}: ${String(cached.headers[name])} instead of ${String(alone.headers[name])}`
  return JSON.stringify(cached.headers).includes(canary) ? 'a reflected header' : undefined
}

/** A target that nobody has asked for before, with another answer than its neighbours. */
function freshTarget(nth: number): string {
  const rarity = ['rare', 'epic', 'common'][nth % 3]
  return `/v2/items?rarity=${rarity}&limit=${(nth % 20) + 1}&max_vendor_price=${1_000_000 + nth}`
}

async function attackAll(rig: Rig, fronts: readonly Front[]): Promise<void> {
  const { random } = rig
  for (let nth = 0; nth < rig.amount; nth += 1) {
    const front = fronts[nth % fronts.length]
    if (!front) throw new Error('there is no cache')
    const target = freshTarget(nth)
    const told = await attack(front, target, random)
    const headers = { 'accept-encoding': random.pick(['identity', 'gzip']) }
    const alone = await fetchApi(front.alone, target, { headers, undeclared: 'allowed' })
    for (let again = 0; again < 2; again += 1) {
      const cached = await fetchApi({ port: front.port }, target, { headers, undeclared: 'allowed' })
      const problem = foreign(alone, cached)
      if (problem !== undefined || again === 1)
        rig.check(problem === undefined, () => `${front.name}, after ${told}: ${target}: ${problem}`)
      if (problem !== undefined) break
    }
  }
}

async function run(rig: Rig): Promise<void> {
  const [nginx, edge] = [await openNginxFixture(), await openEdgeFixture()]
  const started: RunningCache[] = []
  for (const [program, begin] of [
    ['varnishd', startVarnish],
    ['squid', startSquid],
  ] as const) {
    const missing = missingFor({ programs: { [program]: program === 'squid' ? 'squid' : 'varnish' } })
    if (missing === undefined) started.push(await begin(rig.folder, nginx.origin.port))
    else rig.note(`left out: ${missing}`)
  }
  try {
    const { alone, origin } = nginx
    await attackAll(rig, [
      { name: 'nginx', port: nginx.edge.port, alone, key: origin.key },
      { name: 'edge', port: edge.edge.port, alone: edge.alone, key: edge.origin.key },
      ...started.map(({ name, port }) => ({ name, port, alone, key: origin.key })),
    ])
  } finally {
    for (const cache of started) await cache.stop()
    await Promise.all([nginx.close(), edge.close()])
  }
}

/** A cache that keys by the path and keeps whatever comes. */
export function carelessCache(origin: number) {
  const kept = new Map<string, { status: number; headers: Record<string, string>; body: Buffer }>()
  return createServer((req, res) => {
    const [path = ''] = (req.url ?? '').split('?')
    const found = kept.get(path)
    if (found) return void res.writeHead(found.status, found.headers).end(found.body)
    const passed = request({ host: '127.0.0.1', port: origin, path: req.url, method: req.method, headers: req.headers })
    passed.once('error', () => res.destroy())
    passed.once('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('end', () => {
        const whole = {
          status: answer.statusCode ?? 0,
          headers: answer.headers as Record<string, string>,
          body: Buffer.concat(chunks),
        }
        kept.set(path, whole)
        res.writeHead(whole.status, whole.headers).end(whole.body)
      })
    })
    passed.end()
  })
}

async function runNegativeControl(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const alone = await fixture.serve()
  const cache = carelessCache(alone.port).listen(0, '127.0.0.1')
  await once(cache, 'listening')
  try {
    await attackAll(rig, [
      { name: 'the negative control', port: (cache.address() as AddressInfo).port, alone, key: alone.key },
    ])
  } finally {
    cache.close()
    cache.closeAllConnections()
    await fixture.close()
  }
}

export const poisoning: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: { what: 'a cache that keys by the path only and keeps errors', amount: 12, run: runNegativeControl },
}
