// An attacker asks first, then a client asks the same cache plainly: its answer is the service's own, whatever was
// asked before.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stream } from '../../../../data/sample/random.ts'
import { openEdgeFixture } from '../../edge/edge-service.ts'
import { openNginxFixture } from '../../edge/nginx-service.ts'
import { trickyHeaders } from '../../edge/poison.ts'
import { fetchApi, rawRequest, sendRaw, type Reply } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { missingFor } from '../needs.ts'
import { canary, headerNames, hostileValues } from './hostile-headers.ts'
import { startSquid, startVarnish, type RunningCache } from './caches.ts'
import { keepsErrors } from './careless-caches.ts'

const patienceMilliseconds = 20_000

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

interface Attack {
  readonly told: string
  readonly ask: () => Promise<Reply>
}

/** What an attacker may ask a cache for that a client then asks plainly. */
function attackOf({ port, key }: Front, target: string, random: Stream): Attack {
  const kind = random.int(0, 5)
  const raw = (told: string, line: string, headers: readonly string[] = [], body = ''): Attack => ({
    told,
    ask: () => sendRaw({ port }, rawRequest(line, ...headers) + body),
  })
  const asked = (told: string, headers: Record<string, string>): Attack => ({
    told,
    ask: () => fetchApi({ port }, target, { headers, undeclared: 'allowed' }),
  })
  if (kind === 0) {
    const spelled = random.pick(spellings)(target)
    return raw(`spelled ${spelled}`, `GET ${spelled} HTTP/1.1`)
  }
  if (kind === 1) return asked(...random.pick(trickyHeaders))
  if (kind === 2) {
    const oversize = `X-Oversize: ${'y'.repeat(random.int(4000, 33_000))}`
    return raw('a header that is too long', `GET ${target} HTTP/1.1`, [oversize])
  }
  if (kind === 3) {
    const body = 'rarity=epic&limit=1'
    return raw('a GET with a body', `GET ${target} HTTP/1.1`, [`Content-Length: ${body.length}`], body)
  }
  if (kind === 4) return asked('a key', { 'x-api-key': key })
  const lines = Array.from(
    { length: random.int(1, 3) },
    () => `${random.pick(headerNames)}: ${random.pick(hostileValues)}`,
  )
  const method = random.chance(0.2) ? 'HEAD' : 'GET'
  return raw(lines.join(', ').slice(0, 200), `${method} ${target} HTTP/1.1`, lines)
}

/** What is answered is of no matter; where nothing is, nothing was attacked. */
const unanswered = ({ ask }: Attack): Promise<string | undefined> =>
  Promise.race([
    ask().then(
      () => undefined,
      (error: unknown) => `the attack was not answered: ${String(error)}`,
    ),
    sleep(patienceMilliseconds, `the attack was not answered in ${patienceMilliseconds} ms`, { ref: false }),
  ])

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
    const attack = attackOf(front, target, random)
    let problem = await unanswered(attack)
    const headers = { 'accept-encoding': random.pick(['identity', 'gzip']) }
    const alone = await fetchApi(front.alone, target, { headers, undeclared: 'allowed' })
    for (let again = 0; again < 2 && problem === undefined; again += 1)
      problem = foreign(alone, await fetchApi({ port: front.port }, target, { headers, undeclared: 'allowed' }))
    rig.check(problem === undefined, () => `${front.name}, after ${attack.told}: ${target}: ${problem}`)
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

async function runNegativeControl(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const alone = await fixture.serve()
  const cache = keepsErrors(alone.port).listen(0, '127.0.0.1')
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
  negativeControl: {
    what: 'a cache that keeps errors which say that they must not be kept',
    amount: 24,
    finds: [/after a header that is too long: .*: 431 instead of 200$/],
    run: runNegativeControl,
  },
}
