// SQL injection in every parameter, path traversal below every folder, and texts that break headers, logs and pages.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { api } from '../../../../data/api/table.ts'
import { InjectableItems } from '../../../../data/store/test/injectable-items.ts'
import { observeWorld } from '../../fixtures/live-world.ts'
import { fetchApi, rawRequest, sendRaw } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import { currentScopeOf, idsOf, urlOf } from '../../fixtures/targets.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { trustingServer } from './trusting-server.ts'

/** Pairs of texts that only an SQL parser distinguishes: it evaluates the first to true and the second to false. */
const sqlPairs: readonly (readonly [string, string])[] = [
  ["' OR '1'='1", "' OR '1'='2"],
  ["x' OR 1=1--", "x' OR 1=2--"],
  ['" OR "1"="1', '" OR "1"="2'],
  ["') OR ('1'='1", "') OR ('1'='2"],
  ["' UNION SELECT sql FROM sqlite_master--", "' UNION SELECT nothing FROM sqlite_none--"],
  ['1 OR 1=1', '1 OR 1=2'],
  ['1;SELECT randomblob(9)', '1;SELECT nonsense('],
  // A plain `%` would not do, because messages of players contain it.
  ['%e%', '%qqzzq%'],
  ['_______', '________'],
  ["\\' OR 1=1--", "\\' OR 1=2--"],
]

const paths: readonly string[] = [
  ...['../../etc/passwd', '..%2f..%2fetc%2fpasswd', '%2e%2e/%2e%2e/etc/passwd', '..\\..\\etc\\passwd'],
  ...['....//....//etc/passwd', '..;/..;/etc/passwd', '%252e%252e%252fetc/passwd', '/etc/passwd', '%00/etc/passwd'],
  ...['..%c0%af..%c0%afetc/passwd', '..%ef%bc%8f..%ef%bc%8fetc/passwd', 'file:///etc/passwd', '.%00./catalog.db'],
  ...['../catalog.db', '../accounts.db', '../live.db', '../session-secret', '../manifest.json', 'catalog.db', '.env'],
  ...['../_static/0/index.json', '.git/config', '~root/x', 'aux', 'a'.repeat(64), 'A'.repeat(64), `${'0'.repeat(63)}g`],
  ...['0'.repeat(65), `${'0'.repeat(64)}.png`, `${'0'.repeat(64)}/..`, `${'0'.repeat(64)}%2f..`, '%5c..%5ccatalog.db'],
]
const roots = [
  '/v1/codex/assets/',
  '/v2/assets/',
  '/v2/bulk/',
  '/_static/',
  '/v2/items/',
  '/cards/items/',
  '/',
  '/_astro/',
]

const secrets = /root:.*:0:0:|SQLite format 3|"format":1,"catalog"|\[core\]/

const script = '<script>alert(1)</script>'
/** Texts that end a header or a log line, or change the color of a terminal. */
const breaking = [
  '%0d%0aX-Evil:%201',
  '%0aX-Evil:%201',
  '%1b[31mred',
  '%e2%80%a8{"level":60}',
  encodeURIComponent(script),
  '%00',
  '","level":60,"x":"',
  '\\',
]

interface AttackedServer {
  readonly port: number
  /** Returns the lines that the server has logged since the last call. */
  readonly logged: () => readonly string[]
  /** Targets to which texts are added. */
  readonly targets: readonly string[]
}

const withText = (target: string, name: string, text: string) =>
  `${target}${target.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(text)}`

/** Describes how the answers to the texts of a pair differ, which means that the database evaluated them. */
async function sqlProblem({ port }: AttackedServer, target: string, name: string, pair: readonly [string, string]) {
  const answers = await Promise.all(
    pair.map(async (text) => {
      const { status, text: body } = await fetchApi({ port }, withText(target, name, text), { undeclared: 'allowed' })
      if (/SQLITE_|syntax error|no such column|sqlite_master/i.test(body.replaceAll(text, ''))) return 'an error of SQL'
      return status === 200 ? `200 ${body.length > 0 ? countRows(body) : 0}` : String(status)
    }),
  )
  return answers[0] === answers[1] && !answers.includes('an error of SQL')
    ? undefined
    : `${name}=${pair[0]}: ${answers.join(' and ')}`
}

const countRows = (body: string) => body.match(/"id":/g)?.length ?? 0

async function pathProblem({ port }: AttackedServer, root: string, path: string): Promise<string | undefined> {
  const reply = await sendRaw({ port }, rawRequest(`GET ${root}${path} HTTP/1.1`)).catch(String)
  if (typeof reply === 'string') return `GET ${root}${path} is not answered: ${reply}`
  const isServed = reply.status === 200 && root !== '/v2/items/'
  if (secrets.test(reply.bytes.toString('latin1'))) return `GET ${root}${path} returns a private file`
  return isServed && /_static|assets|bulk/.test(root) ? `GET ${root}${path} is a 200` : undefined
}

async function breakingProblem(
  { port, logged }: AttackedServer,
  target: string,
  text: string,
): Promise<string | undefined> {
  logged()
  const whole = `${target}${target.includes('?') ? '&' : '?'}rarity=${text}&${text}=1`
  const line = rawRequest(`GET ${whole} HTTP/1.1`, `Origin: ${script}`, `User-Agent: ${script}`)
  const { headers, bytes } = await sendRaw({ port }, line)
  if ('x-evil' in headers) return `${text} injected a header`
  const isPage = (headers['content-type'] ?? '').includes('html')
  if (isPage && bytes.toString().includes(script)) return `${text} is in a page without being escaped`
  if (JSON.stringify(headers).includes('alert(1)')) return `${text} is in a header`
  const lines = await linesSoon(logged)
  if (lines.length === 0) return `${text} is not logged`
  const bad = lines.find((one) => !isOneObject(one))
  return bad === undefined ? undefined : `a line of the log is not JSON, or not the service's own: ${bad.slice(0, 80)}`
}

/** Waits up to a second for log lines, which are written shortly after the answer. */
async function linesSoon(logged: AttackedServer['logged']): Promise<readonly string[]> {
  for (let tries = 0; tries < 200; tries += 1) {
    const lines = logged()
    if (lines.length > 0) return lines
    await sleep(5)
  }
  return []
}

function isOneObject(line: string): boolean {
  try {
    const { level } = JSON.parse(line) as { level?: unknown }
    // Control characters must be escaped. Only the injected texts have level 60.
    return level !== undefined && level !== 60 && !/[\u0000-\u0009\u000b-\u001f\u007f]/.test(line)
  } catch {
    return false
  }
}

async function injectAll(rig: Rig, answering: AttackedServer, parameters: readonly (readonly [string, string])[]) {
  const { random } = rig
  for (let nth = 0; nth < rig.amount; nth += 1) {
    const [target, name] = random.pick(parameters)
    const kind = nth % 3
    const problem =
      kind === 0
        ? await sqlProblem(answering, target, name, random.pick(sqlPairs))
        : kind === 1
          ? await pathProblem(answering, random.pick(roots), random.pick(paths))
          : await breakingProblem(answering, random.pick(answering.targets), random.pick(breaking))
    rig.check(problem === undefined, () => `${target}: ${problem}`)
  }
}

async function run(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(...line.split('\n').filter(Boolean)) })
  const service = await fixture.serve({ log })
  await observeWorld(service)
  const catalog = fixture.catalog()
  const targetOf = (endpoint: (typeof api.endpoints)[number]) => {
    const scope = currentScopeOf(endpoint, catalog)
    return urlOf(endpoint, scope, {}, endpoint.kind === 'live' ? undefined : idsOf(endpoint, catalog, scope)[0])
  }
  const asked = api.endpoints.filter(({ path, keyScope }) => keyScope === undefined && !path.includes('events'))
  const parameters = asked.flatMap((endpoint) => {
    const target = targetOf(endpoint)
    return Object.keys(endpoint.params).map((name) => [target, name] as const)
  })
  const targets = [...asked.map(targetOf), '/health/ready', '/account', '/nowhere', '/mcp']
  try {
    await injectAll(rig, { port: service.port, logged: () => lines.splice(0), targets }, parameters)
  } finally {
    await fixture.close()
  }
}

async function runNegativeControl(rig: Rig): Promise<void> {
  const items = new InjectableItems()
  const lines: string[] = []
  const server = trustingServer({ folder: rig.folder, items, log: (line) => void lines.push(line), roots })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const targets = ['/items', '/nowhere']
  try {
    await injectAll(rig, { port, logged: () => lines.splice(0), targets }, [['/items', 'name']])
  } finally {
    server.close()
    server.closeAllConnections()
    items.close()
  }
}

export const injection: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: {
    what: 'a server that inserts its input into SQL, paths, a page and its log',
    amount: 120,
    finds: [/: 200 \d and 200 \d/, /returns a private file/, /is in a page without being escaped/, /a line of the log/],
    run: runNegativeControl,
  },
}
