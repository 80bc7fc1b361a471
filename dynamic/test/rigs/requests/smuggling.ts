// Sends requests whose length two parsers may read differently, directly and through the proxies that Debian packages:
// no client gets the answer to bytes that another one sent.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import { freePort } from '../../../../scripts/test/free-port.ts'
import { openNginxFixture } from '../../edge/nginx-service.ts'
import { fetchApi, rawRequest } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { missingRequirements } from '../needs.ts'

/** Lists with different limits, which the answers repeat, so that an answer can be attributed to its request. */
const rows = (limit: number) => `/v2/items?rarity=rare&limit=${limit}`
const [attacked, followed, next] = [rows(3), rows(4), rows(5)]
/** A target that only smuggled bytes request. */
const hidden = '/v2/items?rarity=epic&limit=7'
/** A smuggled request that swallows the first line of the next request on the connection. */
const inner = `GET ${hidden} HTTP/1.1\r\nX-Ignore: `
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const lastChunk = '0\r\n\r\n'
/** A complete smuggled request. Its body swallows the end of its chunk and the last chunk. */
const whole = `GET ${hidden} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx=`
const chunked = chunk(whole) + lastChunk
/**
 * A chunk with an extension. If a bare line feed does not end its line, the two bytes of the chunk are the next length.
 */
const extended = `2;a=b\nxx\r\n${chunk(lastChunk + whole)}${lastChunk}`
/** A length that covers only the line before the smuggled request. */
const firstLine = `Content-Length: ${chunked.indexOf('GET')}`

const lengths: readonly (readonly [string, readonly string[], string])[] = [
  ['CL.TE', [`Content-Length: ${lastChunk.length + inner.length}`, 'Transfer-Encoding: chunked'], lastChunk + inner],
  ['TE.CL', [firstLine, 'Transfer-Encoding: chunked'], chunked],
  ['0.CL', ['Content-Length: 0', `Content-Length: ${inner.length}`], inner],
  ['CL.0', [`Content-Length: ${inner.length}`], inner],
  ['two lengths', ['Content-Length: 5', `Content-Length: ${inner.length}`], inner],
  ['a list of lengths', [`Content-Length: 5, ${inner.length}`], inner],
  ['a length with a sign', [`Content-Length: +${inner.length}`], inner],
  ['a length in hexadecimal', ['Content-Length: 0x10'], inner],
  ['a length below zero', ['Content-Length: -1'], inner],
  ['an unknown coding', ['Transfer-Encoding: xchunked', `Content-Length: 3`], inner],
  ['two codings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], lastChunk + inner],
  ['a list of codings', ['Transfer-Encoding: chunked, identity'], lastChunk + inner],
  ['a tab before the coding', ['Transfer-Encoding:\tchunked', firstLine], chunked],
  ['a space before the colon', ['Transfer-Encoding : chunked', firstLine], chunked],
  ['a folded header', ['Transfer-Encoding:\r\n chunked', firstLine], chunked],
  ['a bare line feed', ['X: y\nTransfer-Encoding: chunked', firstLine], chunked],
  ['an extension of a chunk', ['Transfer-Encoding: chunked'], extended],
  ['a chunk without a length', ['Transfer-Encoding: chunked'], `\r\n${inner}`],
  ['a chunk longer than it says', ['Transfer-Encoding: chunked'], `1\r\nxx\r\n0\r\n\r\n${inner}`],
  [
    'a chunk of 2^64 bytes, which overflow to none in 64 bits',
    ['Transfer-Encoding: chunked'],
    `1${'0'.repeat(16)}\r\n\r\n${inner}`,
  ],
  ['Expect with a body', ['Expect: 100-continue', `Content-Length: ${inner.length}`], inner],
  ['an unknown Expect', ['Expect: x', `Content-Length: ${inner.length}`], inner],
  ['Upgrade with a body', ['Connection: Upgrade', 'Upgrade: h2c', `Content-Length: ${inner.length}`], inner],
  ['a hop-by-hop length', ['Connection: Content-Length', `Content-Length: ${inner.length}`], inner],
]
const concurrentAttacks = 12
const methods = ['GET', 'POST', 'HEAD', 'DELETE']

interface Attack {
  readonly name: string
  readonly text: string
}

const attacks: readonly Attack[] = lengths.flatMap(([what, headers, body]) =>
  methods.map((method) => ({
    name: `${method}, ${what}`,
    text: [`${method} ${attacked} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n'),
  })),
)

/** Longer than any timeout of the service. */
const patienceMilliseconds = 20_000
const following = rawRequest(`GET ${followed} HTTP/1.1`)

/**
 * Sends the attack and, once that is answered, a plain request; resolves to what was received until the connection
 * closed.
 */
function converse(port: number, text: string): Promise<{ got: string; isClosed: boolean }> {
  return new Promise((resolve) => {
    let got = ''
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(text))
    const end = (isClosed: boolean) => {
      socket.destroy()
      resolve({ got, isClosed })
    }
    socket.on('data', (bytes: Buffer) => (got += bytes.toString('latin1')))
    socket.once('data', () => socket.write(following))
    socket.setTimeout(patienceMilliseconds, () => end(false))
    socket.once('error', () => end(true))
    socket.once('close', () => end(true))
  })
}

const answersIn = (text: string) => text.match(/^HTTP\/1\.1 (?!100)\d{3}/gm)?.length ?? 0
const limitsIn = (text: string) => Array.from(text.matchAll(/"limit":(\d+)/g), ([, limit]) => limit).join()

/** Sends an attack; describes its effect if bytes of its body were answered or the next client got a wrong answer. */
async function desync(port: number, { text }: Attack): Promise<string | undefined> {
  const { got, isClosed } = await converse(port, text)
  const [answers, limits] = [answersIn(got), limitsIn(got)]
  if (limits.includes('7')) return 'bytes of the body were answered as a request'
  if (answers === 0) return 'nothing was answered'
  if (answers > 2) return `${answers} answers came to two requests`
  if (!['', '3', '4', '3,4'].includes(limits)) return `the answers belong to other requests: ${limits}`
  if (!isClosed) return 'the connection stays open, and the next request is not answered'
  const after = await fetchApi({ port }, next, { undeclared: 'allowed' })
  if (after.status !== 200 || limitsIn(after.text) !== '5')
    return `the next client got ${after.status} ${after.text.slice(0, 60)}`
  return undefined
}

async function attackAll(rig: Rig, fronts: readonly { name: string; port: number }[]): Promise<void> {
  const offset = rig.random.int(0, attacks.length - 1)
  const attackOne = async (nth: number) => {
    const front = fronts[nth % fronts.length]
    const attack = attacks[(offset + Math.floor(nth / fronts.length)) % attacks.length]
    if (!front || !attack) throw new Error('there is nothing to attack')
    const problem = await desync(front.port, attack)
    rig.check(problem === undefined, () => `${front.name}: ${attack.name}: ${problem}`)
  }
  for (let from = 0; from < rig.amount; from += concurrentAttacks)
    await Promise.all(
      Array.from({ length: Math.min(concurrentAttacks, rig.amount - from) }, (_, nth) => attackOne(from + nth)),
    )
}

/** Starts HAProxy with reuse of connections to the service between clients; resolves when it is ready. */
async function startHaproxy(folder: string, origin: number): Promise<{ port: number; child: ChildProcess }> {
  const port = await freePort()
  const config = join(folder, 'haproxy.cfg')
  const times = ['timeout connect 5s', 'timeout client 15s', 'timeout server 15s', 'http-reuse always', 'mode http']
  const lines = ['defaults', ...times, `listen all`, `bind 127.0.0.1:${port}`, `server one 127.0.0.1:${origin}`]
  writeFileSync(config, `${lines.join('\n')}\n`)
  const child = spawn('haproxy', ['-db', '-f', config], { env: commandEnvironment(), stdio: 'ignore' })
  for (let tries = 0; tries < 2400 && child.exitCode === null; tries += 1) {
    const isUp = await fetchApi({ port }, next, { undeclared: 'allowed' }).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isUp) break
    await sleep(25)
  }
  return { port, child }
}

async function run(rig: Rig): Promise<void> {
  const nginx = await openNginxFixture()
  const missing = missingRequirements({ programs: { haproxy: 'haproxy' } })
  const haproxy = missing === undefined ? await startHaproxy(rig.folder, nginx.origin.port) : undefined
  if (missing !== undefined) rig.note(`left out: ${missing}`)
  try {
    await attackAll(rig, [
      { name: 'the service', port: nginx.alone.port },
      { name: 'nginx', port: nginx.edge.port },
      ...(haproxy ? [{ name: 'haproxy', port: haproxy.port }] : []),
    ])
  } finally {
    if (haproxy) {
      haproxy.child.kill('SIGKILL')
      await once(haproxy.child, 'exit')
    }
    await nginx.close()
  }
}

/** A proxy that drops a transfer coding beside a length, although the coding takes precedence. */
const codingDropper = (origin: number) =>
  createServer((client) => {
    const service = connect(origin, '127.0.0.1')
    client.on('data', (bytes: Buffer) => {
      const lengthAlone = bytes
        .toString('latin1')
        .replace(/(Content-Length: \d+\r\n)Transfer-Encoding: chunked\r\n/, '$1')
      service.write(lengthAlone, 'latin1')
    })
    service.pipe(client)
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const)
      one.on('error', () => other.destroy()).once('close', () => other.destroy())
  })

async function runNegativeControl(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const service = await fixture.serve()
  const proxy = codingDropper(service.port).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  try {
    await attackAll(rig, [{ name: 'the negative control', port: (proxy.address() as AddressInfo).port }])
  } finally {
    proxy.close()
    await fixture.close()
  }
}

export const smuggling: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: {
    what: 'a proxy that prefers a length to a transfer coding',
    amount: attacks.length,
    finds: [/bytes of the body were answered as a request/],
    run: runNegativeControl,
  },
}
