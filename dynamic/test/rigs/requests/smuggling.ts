// Requests whose length two parsers may read differently, sent straight and through Debian's proxies: no client gets
// the answer to bytes that another one sent.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import { freePort } from '../../../../scripts/test/free-port.ts'
import { openNginxFixture } from '../../edge/nginx-service.ts'
import { fetchApi } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { missingFor } from '../needs.ts'

/** Only smuggled bytes ask for it. */
const hidden = '/v2/items?rarity=epic&limit=7'
const plain = '/v2/items?rarity=rare&limit=3'
const inner = `GET ${hidden} HTTP/1.1\r\nHost: localhost\r\nX-Ignore: `
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

const lengths: readonly (readonly [string, readonly string[], string])[] = [
  ['CL.TE', [`Content-Length: ${inner.length + 5}`, 'Transfer-Encoding: chunked'], `0\r\n\r\n${inner}`],
  ['TE.CL', ['Content-Length: 4', 'Transfer-Encoding: chunked'], `${chunk(inner)}0\r\n\r\n`],
  ['0.CL', ['Content-Length: 0', `Content-Length: ${inner.length}`], inner],
  ['CL.0', [`Content-Length: ${inner.length}`], inner],
  ['two lengths', ['Content-Length: 5', `Content-Length: ${inner.length}`], inner],
  ['a list of lengths', [`Content-Length: 5, ${inner.length}`], inner],
  ['a length with a sign', [`Content-Length: +${inner.length}`], inner],
  ['a length in hexadecimal', ['Content-Length: 0x10'], inner],
  ['a length below zero', ['Content-Length: -1'], inner],
  ['an unknown coding', ['Transfer-Encoding: xchunked', `Content-Length: 3`], inner],
  ['two codings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${inner}`],
  ['a list of codings', ['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${inner}`],
  ['a tab before the coding', ['Transfer-Encoding:\tchunked', 'Content-Length: 4'], `${chunk(inner)}0\r\n\r\n`],
  ['a space before the colon', ['Transfer-Encoding : chunked', 'Content-Length: 4'], `${chunk(inner)}0\r\n\r\n`],
  ['a folded header', ['Transfer-Encoding:\r\n chunked', 'Content-Length: 4'], `${chunk(inner)}0\r\n\r\n`],
  ['a bare line feed', ['X: y\nTransfer-Encoding: chunked', 'Content-Length: 4'], `${chunk(inner)}0\r\n\r\n`],
  ['an extension of a chunk', ['Transfer-Encoding: chunked'], `0;a=b\nGET ${hidden} HTTP/1.1\r\n\r\n${inner}`],
  ['a chunk of no length', ['Transfer-Encoding: chunked'], `\r\n${inner}`],
  ['a chunk longer than it says', ['Transfer-Encoding: chunked'], `1\r\nxx\r\n0\r\n\r\n${inner}`],
  ['a huge chunk', ['Transfer-Encoding: chunked'], `ffffffffffffffff\r\n${inner}`],
  ['Expect with a body', ['Expect: 100-continue', `Content-Length: ${inner.length}`], inner],
  ['an unknown Expect', ['Expect: x', `Content-Length: ${inner.length}`], inner],
  ['Upgrade with a body', ['Connection: Upgrade', 'Upgrade: h2c', `Content-Length: ${inner.length}`], inner],
  ['a hop-by-hop length', ['Connection: Content-Length', `Content-Length: ${inner.length}`], inner],
]
const atOnce = 12
const methods = ['GET', 'POST', 'HEAD', 'DELETE']

interface Attack {
  readonly name: string
  readonly text: string
}

const attacks: readonly Attack[] = lengths.flatMap(([what, headers, body]) =>
  methods.map((method) => ({
    name: `${method}, ${what}`,
    text: [`${method} ${plain} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n'),
  })),
)

/** Writes the attack, then a plain request on the same connection; gives what came. */
function converse(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let got = ''
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (bytes: Buffer) => (got += bytes.toString('latin1')))
    socket.setTimeout(400, () => socket.destroy())
    socket.once('error', () => resolve(got))
    socket.once('close', () => resolve(got))
  })
}

const answersIn = (text: string) => text.match(/^HTTP\/1\.1 (?!100)\d{3}/gm)?.length ?? 0
const epics = (text: string) => text.includes('"limit":7')

/** Bytes that a body holds are never a request, and what others ask next is theirs. */
async function desync(port: number, { text }: Attack): Promise<string | undefined> {
  const got = await converse(port, text)
  if (epics(got)) return 'what the body held was answered'
  if (answersIn(got) > 2) return `${answersIn(got)} answers came to one request`
  const after = await fetchApi({ port }, plain, { undeclared: 'allowed' })
  if (after.status !== 200 || epics(after.text)) return `the next client got ${after.status} ${after.text.slice(0, 60)}`
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
  for (let from = 0; from < rig.amount; from += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, rig.amount - from) }, (_, nth) => attackOne(from + nth)))
}

/** HAProxy as a careful operator would start it: with connections to the service kept for others. */
async function startHaproxy(folder: string, origin: number): Promise<{ port: number; child: ChildProcess }> {
  const port = await freePort()
  const config = join(folder, 'haproxy.cfg')
  const times = ['timeout connect 5s', 'timeout client 15s', 'timeout server 15s', 'http-reuse always', 'mode http']
  const lines = ['defaults', ...times, `listen all`, `bind 127.0.0.1:${port}`, `server one 127.0.0.1:${origin}`]
  writeFileSync(config, `${lines.join('\n')}\n`)
  const child = spawn('haproxy', ['-db', '-f', config], { env: commandEnvironment(), stdio: 'ignore' })
  for (let tries = 0; tries < 2400 && child.exitCode === null; tries += 1) {
    const isUp = await fetchApi({ port }, plain, { undeclared: 'allowed' }).then(
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
  const missing = missingFor({ programs: { haproxy: 'haproxy' } })
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

/** A proxy that believes no length at all: it reads a request up to its empty line, and what follows is the next one. */
function carelessProxy(origin: number) {
  return createServer((socket) => {
    let held = ''
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      held += bytes.toString('latin1')
      for (
        let end = held.indexOf('\r\n\r\n');
        end >= 0 || held.endsWith('X-Ignore: ');
        end = held.indexOf('\r\n\r\n')
      ) {
        const [line = ''] = held.slice(0, end < 0 ? held.length : end).split('\r\n')
        held = end < 0 ? '' : held.slice(end + 4)
        const target = line.split(' ')[1] ?? '/'
        const passOn = async () => {
          const { text } = await fetchApi({ port: origin }, target, { undeclared: 'allowed' })
          socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
        }
        passOn().catch(() => socket.destroy())
      }
    })
  })
}

async function runNegativeControl(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const service = await fixture.serve()
  const proxy = carelessProxy(service.port).listen(0, '127.0.0.1')
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
    what: 'a proxy that reads what follows an empty line as the next request',
    amount: 12,
    run: runNegativeControl,
  },
}
