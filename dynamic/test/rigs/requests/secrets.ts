// Keys that are used, mistyped, sent in the wrong place and revoked: no part of their secrets appears in logs, files,
// metrics, response headers or the list of processes.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pino from 'pino'
import { Accounts } from '../../../../data/store/accounts/accounts.ts'
import { mintKey } from '../../../../data/store/accounts/key-text.ts'
import { backup } from '../../../../data/store/files/backup.ts'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import { liveWorld, ndjson } from '../../fixtures/live-world.ts'
import { fetchApi, rawRequest, sendRaw } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import type { FaultRow, Rig } from '../fault-row.ts'

const tooltip = '/v2/items/id.item.ember_lantern_5001/tooltip'
/** Number of consecutive characters of a secret that count as a leak. */
const pieceLength = 8

/** Requests with a key in places where people put keys. */
const uses: readonly ((key: string) => string)[] = [
  (key) => rawRequest(`GET ${tooltip} HTTP/1.1`, `X-Api-Key: ${key}`),
  (key) => rawRequest(`GET ${tooltip} HTTP/1.1`, `X-Api-Key: ${key}x`),
  (key) => rawRequest(`GET ${tooltip} HTTP/1.1`, `X-Api-Key: ${key}`, `X-Api-Key: ${key}`),
  (key) => rawRequest(`GET ${tooltip}?key=${key} HTTP/1.1`),
  (key) => rawRequest(`GET ${tooltip}?x_api_key=${encodeURIComponent(key)}&rarity=${key} HTTP/1.1`),
  (key) => rawRequest(`GET /v2/items/${key} HTTP/1.1`),
  (key) => rawRequest(`GET /${key}/${key.replaceAll('_', '%5f')} HTTP/1.1`),
  (key) => rawRequest(`GET ${tooltip} HTTP/1.1`, `Authorization: Bearer ${key}`),
  (key) => rawRequest(`GET ${tooltip} HTTP/1.1`, `Cookie: key=${key}`, `Referer: https://a.test/?k=${key}`),
  (key) => rawRequest(`GET ${tooltip} HTTP/1.1`, `User-Agent: ${key}`, `X-Request-Id: ${key}`),
  (key) => rawRequest(`GET /v2/market?seller=${key} HTTP/1.1`),
  (key) => rawRequest(`POST /v2/items HTTP/1.1`, `X-Api-Key: ${key}`, 'Content-Length: 0'),
  (key) => rawRequest(`GET /v2/items?limit=${key} HTTP/1.1`, `X-Api-Key: ${key}`),
  (key) => `GET /v2/items HTTP/1.1\r\nX-Api-Key: ${key}\r\nbroken\r\n\r\n`,
]

/** All substrings of `pieceLength` characters of the secret, which is the part after the prefix. */
const piecesOf = (key: string): string[] => {
  const secret = key.split('_').at(-1) ?? ''
  return Array.from({ length: secret.length - pieceLength + 1 }, (_, at) => secret.slice(at, at + pieceLength))
}

/** Describes the places that contain a piece of one of the keys. */
function leaksIn(places: Readonly<Record<string, string>>, keys: readonly string[]): string[] {
  const pieces = keys.flatMap(piecesOf)
  return Object.entries(places).flatMap(([name, text]) => {
    const piece = pieces.find((one) => text.includes(one))
    return piece === undefined
      ? []
      : [`${name} has ${JSON.stringify(text.slice(Math.max(0, text.indexOf(piece) - 60), text.indexOf(piece) + 12))}`]
  })
}

/** Returns the contents of the files in a folder by path, or nothing if there is no folder. */
function filesOf(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {}
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(files.map(({ name }) => [join(folder, name), textOf(join(folder, name))]))
}

/**
 * Reads a file in another process: if this process closed a file of an open database, POSIX would release its locks.
 */
const textOf = (path: string): string =>
  execFileSync('cat', [path], { encoding: 'latin1', env: commandEnvironment(), maxBuffer: 2 ** 30 })

const processes = () => execFileSync('ps', ['axww', '-o', 'args'], { env: commandEnvironment(), encoding: 'utf8' })

/** Runs the command that revokes a key; resolves to its exit code and the list of processes while it ran. */
async function revoke(
  named: string,
  settings: Record<string, string>,
): Promise<{ code: number | null; listed: string }> {
  const child = spawn(process.execPath, ['scripts/keys.ts', 'revoke', named], {
    ...{ cwd: join(import.meta.dirname, '../../../..'), env: commandEnvironment(settings), stdio: 'ignore' },
  })
  const ended = once(child, 'exit') as Promise<[code: number | null]>
  const listed = processes()
  if (!listed.includes(`keys.ts revoke ${named}`)) throw new Error('the list of processes lacks the command')
  const [code] = await ended
  // A key that the operator passes as an argument is in the list by necessity.
  return { code, listed: listed.replace(`keys.ts revoke ${named}`, 'keys.ts revoke') }
}

async function run(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const logPath = join(rig.folder, 'log')
  const log = pino({ level: 'trace' }, pino.destination({ dest: logPath, sync: true }))
  const service = await fixture.serve({ log })
  const accounts = await Accounts.open(await fixture.store.location())
  const { id } = await accounts.owners.grant('rig', ['observe', 'tooltips'])
  const keys: string[] = []
  try {
    for (let nth = 0; nth < rig.amount; nth += 1) {
      const { key, prefix } = await accounts.keys.create(id, { name: `key ${nth}`, scopes: ['observe', 'tooltips'] })
      keys.push(key)
      const answers: Record<string, string> = {}
      for (const [at, use] of uses.entries()) {
        const reply = await sendRaw({ port: service.port }, use(key)).catch(() => undefined)
        // Bodies do not count, because an error may quote what the client has sent.
        if (reply) answers[`the headers of answer ${at}`] = JSON.stringify(reply.headers)
      }
      const lines = ndjson(liveWorld.population)
      await fetch(`http://127.0.0.1:${service.observerPort}/observations/population?key=${key}`, {
        ...{ method: 'POST', body: lines, headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' } },
      })
      const { code, listed } = await revoke(nth % 2 ? key : prefix, await fixture.store.settings())
      if (code !== 0) throw new Error(`the command that revokes a key ended with ${code}`)
      const { text } = await fetchApi({ port: Number(service.observerPort) }, '/metrics', { undeclared: 'allowed' })
      const copy = join(rig.folder, `backup-${nth}`)
      await backup(fixture.dataDir, copy, { databases: ['accounts.db', 'live.db'], files: [], folders: [] })
      const places = {
        ...{ ...answers, metrics: text, 'the list of processes': listed, log: readFileSync(logPath, 'utf8') },
        ...{ ...filesOf(fixture.dataDir), ...filesOf(copy) },
      }
      const leaks = leaksIn(places, keys)
      rig.check(leaks.length === 0, () => leaks.slice(0, 3).join('; '))
    }
  } finally {
    await accounts.close()
    await fixture.close()
  }
}

/** Runs against a server that logs targets and headers. */
async function runNegativeControl(rig: Rig): Promise<void> {
  const path = join(rig.folder, 'log')
  mkdirSync(rig.folder, { recursive: true })
  const server = createServer((req, res) => {
    appendFileSync(path, `${req.url} ${JSON.stringify(req.headers)}\n`)
    res.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { key } = mintKey()
    for (const use of uses)
      await sendRaw({ port: (server.address() as AddressInfo).port }, use(key)).catch(() => undefined)
    const leaks = leaksIn({ log: readFileSync(path, 'utf8') }, [key])
    rig.check(leaks.length === 0, () => leaks.join('; '))
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

export const secretsAtRest: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: {
    what: 'a server that logs requests with their headers',
    amount: 1,
    finds: [/^log has /],
    run: runNegativeControl,
  },
}
