// An attacker sends a request to a cache, then a client sends a plain request: it must get the same answer as from the
// service itself.
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
import { missingRequirements } from '../needs.ts'
import { canary, headerNames, hostileValues } from './hostile-headers.ts'
import { startSquid, startVarnish, type RunningCache } from './caches.ts'
import { cacheOfErrors } from './careless-caches.ts'

const patienceMilliseconds = 20_000

/** Variants of a target whose answers must not be cached under the target itself. */
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
  /** A service with the same data and without a cache, whose answers are the expected ones. */
  readonly alone: { readonly port: number }
  readonly key: string
}

interface Attack {
  readonly description: string
  readonly ask: () => Promise<Reply>
}

/** Chooses an attack on the answer that a cache stores for the target. */
function chooseAttack({ port, key }: Front, target: string, random: Stream): Attack {
  const kind = random.int(0, 5)
  const raw = (description: string, line: string, headers: readonly string[] = [], body = ''): Attack => ({
    description,
    ask: () => sendRaw({ port }, rawRequest(line, ...headers) + body),
  })
  const asked = (description: string, headers: Record<string, string>): Attack => ({
    description,
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

/** Sends the attack. Describes why it was not answered, which would make it ineffective; undefined if it was. */
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

/** Returns the value of a header. ETags lose their suffix and weakness, because a cache may choose another encoding. */
function comparable({ headers }: Reply, name: string) {
  const value = headers[name]
  return name === 'etag' && typeof value === 'string' ? value.replace(/^W\//, '').replace(/-(?:gz|br)"$/, '"') : value
}

/** Describes how the answer of the cache differs from that of the service itself; undefined if it does not. */
function difference(alone: Reply, cached: Reply): string | undefined {
  if (alone.status !== cached.status) return `${cached.status} instead of ${alone.status}`
  if (!alone.identity.equals(cached.identity)) return 'another body'
  const name = compared.find((one) => comparable(alone, one) !== comparable(cached, one))
  if (name !== undefined) return `${name}: ${String(cached.headers[name])} instead of ${String(alone.headers[name])}`
  return JSON.stringify(cached.headers).includes(canary) ? 'a reflected header' : undefined
}

/** Returns a target that was not requested before and whose answer differs from that of its neighbours. */
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
    const attack = chooseAttack(front, target, random)
    let problem = await unanswered(attack)
    const headers = { 'accept-encoding': random.pick(['identity', 'gzip']) }
    const alone = await fetchApi(front.alone, target, { headers, undeclared: 'allowed' })
    for (let again = 0; again < 2 && problem === undefined; again += 1)
      problem = difference(alone, await fetchApi({ port: front.port }, target, { headers, undeclared: 'allowed' }))
    rig.check(problem === undefined, () => `${front.name}, after ${attack.description}: ${target}: ${problem}`)
  }
}

async function run(rig: Rig): Promise<void> {
  const [nginx, edge] = [await openNginxFixture(), await openEdgeFixture()]
  const started: RunningCache[] = []
  for (const [program, begin] of [
    ['varnishd', startVarnish],
    ['squid', startSquid],
  ] as const) {
    const missing = missingRequirements({ programs: { [program]: program === 'squid' ? 'squid' : 'varnish' } })
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
  const cache = cacheOfErrors(alone.port).listen(0, '127.0.0.1')
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
    what: 'a cache that stores errors that must not be stored',
    amount: 24,
    finds: [/after a header that is too long: .*: 431 instead of 200$/],
    run: runNegativeControl,
  },
}
