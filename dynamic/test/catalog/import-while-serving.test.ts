// Imports while a service runs, both as real processes: clients may notice nothing except the new patch.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, existsSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../data/api/model/endpoint.ts'
import { api } from '../../../data/api/table.ts'
import { fetchApi, type Reply } from '../fixtures/test-client.ts'
import { openFixture, sampleBundles, type Fixture } from '../fixtures/test-service.ts'
import { isMedia, validUrls, urlOf, type Query } from '../fixtures/targets.ts'
import { startAlteringProxy } from '../fixtures/altering-proxy.ts'
import { commandEnvironment } from '../../../scripts/test/environment.ts'
import { sampled } from '../../../scripts/test/long-form.ts'

const repository = join(import.meta.dirname, '../../..')
const children = new Set<ChildProcess>()

let fixture: Fixture
let bundles: string[]
let service: { port: number }

function run(script: string, args: readonly string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
    cwd: repository,
    env: commandEnvironment({ DATA_DIR: fixture.dataDir, ...settings }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.add(child)
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return { child, ended, said: () => stderr }
}

/** Settings that lift limits for the suite; commands ignore those that they do not know. */
const unlimited = { RATE_LIMIT_ANONYMOUS: '1000000', LOG_LEVEL: 'silent' }

async function serve(): Promise<{ port: number; stop: () => Promise<unknown> }> {
  const { child, ended, said } = run('serve', [], { PORT: '0', OBSERVER_PORT: '0', ...unlimited })
  for (let nth = 0; nth < 1200; nth += 1) {
    const found = /Serving on http:\/\/127\.0\.0\.1:(\d+)/.exec(said())?.[1]
    if (found)
      return {
        port: Number(found),
        stop: () => {
          child.kill('SIGTERM')
          return ended
        },
      }
    if (child.exitCode !== null) break
    await sleep(50)
  }
  throw new Error(`not serving: ${said()}`)
}

const importing = (bundle: string, ...options: string[]) => run('import', [bundle, ...options])

async function importDone(bundle: string, ...options: string[]): Promise<void> {
  const { ended, said } = importing(bundle, ...options)
  expect(await ended, said()).toBe(0)
}

beforeAll(async () => {
  fixture = openFixture()
  bundles = await sampleBundles(fixture)
  await fixture.import(bundles.slice(0, 2))
  service = await serve()
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await fixture.close()
})

const lists = api.endpoints.filter(({ envelope, mode }) => envelope && mode.column)
const [first = ''] = lists.map(({ path }) => path)

/** URLs that name a patch by id or version, whose answers must never change. */
function pinnedUrls(max = 2): string[] {
  const catalog = fixture.catalog()
  return api.endpoints
    .filter((endpoint) => endpoint.mode.column && !endpoint.keyScope && !isMedia(endpoint))
    .flatMap((endpoint) => catalog.patches.all.flatMap((patch) => validUrls(endpoint, catalog, patch, max)))
}

async function bodiesOf(urls: readonly string[]): Promise<Map<string, string>> {
  const bodies = new Map<string, string>()
  for (const url of urls) {
    const { status, text } = await fetchApi(service, url)
    if (status === 200) bodies.set(url, `${status} ${text}`)
  }
  expect(bodies.size).toBeGreaterThan(20)
  return bodies
}

async function expectSame(before: ReadonlyMap<string, string>): Promise<void> {
  for (const [url, text] of before) {
    const reply = await fetchApi(service, url)
    expect(`${reply.status} ${reply.text}` === text, `${url} has changed`).toBe(true)
  }
}

const idsIn = (replies: readonly Reply[]) => replies.flatMap(({ rows }) => rows.map((row) => row.id))

/** Pause before each request: without pauses, visitors would take a processor core from the import that they watch. */
const pauseMilliseconds = 3

/** Reads lists until it leaves; collects violations. */
class Visitor {
  readonly errors: string[] = []
  readonly patches = new Set<unknown>()
  walks = 0
  #isOpen = true
  readonly #done: Promise<unknown>

  readonly #isReplacing: boolean
  readonly #visited: { readonly port: number }

  constructor(visited: { readonly port: number }, pinned: ReadonlyMap<string, string>, isReplacing: boolean) {
    this.#visited = visited
    this.#isReplacing = isReplacing
    const loops = [this.#walkPages(), this.#askPinned([...pinned]), this.#askFilters()]
    this.#done = Promise.all(loops)
  }

  /** Stops after one more complete walk, so that it has seen the current state. */
  async leave(): Promise<void> {
    const enough = this.walks + 2
    while (this.walks < enough && this.errors.length === 0) await sleep(10)
    this.#isOpen = false
    await this.#done
  }

  async #ask(target: string): Promise<Reply | undefined> {
    await sleep(pauseMilliseconds)
    try {
      const reply = await fetchApi(this.#visited, target)
      if (reply.status === 200) return reply
      this.errors.push(`${target}: ${reply.status} ${reply.text}`)
    } catch (error) {
      this.errors.push(`${target}: ${String(error)}`)
    }
    return undefined
  }

  async #walk(endpoint: Endpoint, target: string): Promise<void> {
    const replies: Reply[] = []
    for (let at: string | undefined = target; at !== undefined; at = replies.at(-1)?.next) {
      const reply = await this.#ask(at)
      if (!reply) return
      replies.push(reply)
    }
    const seen = new Set(replies.map(({ headers }) => headers['x-patch-id']))
    if (seen.size !== 1) this.errors.push(`${target} mixes the patches ${[...seen].join(', ')}`)
    const ids = idsIn(replies)
    // A replaced patch keeps its id, so a walk during the replacement may see a row move.
    if (!this.#isReplacing && new Set(ids).size !== ids.length) this.errors.push(`${target} gives rows twice`)
    if (!this.#isReplacing && endpoint.envelope?.kind === 'page' && replies[0]?.total !== ids.length)
      this.errors.push(`${target} counts ${replies[0]?.total} and gives ${ids.length}`)
    for (const patch of seen) this.patches.add(patch)
    this.walks += 1
  }

  async #walkPages(): Promise<void> {
    for (let nth = 0; this.#isOpen; nth += 1) {
      const endpoint = lists[nth % lists.length]
      if (endpoint) await this.#walk(endpoint, urlOf(endpoint, undefined, { limit: 3 }))
    }
  }

  async #askPinned(pinned: readonly [string, string][]): Promise<void> {
    for (let nth = 0; this.#isOpen; nth += 1) {
      const [url = '', text = ''] = pinned[nth % pinned.length] ?? []
      const reply = await this.#ask(url)
      if (reply && `${reply.status} ${reply.text}` !== text) this.errors.push(`${url} has changed`)
    }
  }

  async #askFilters(): Promise<void> {
    while (this.#isOpen) {
      for (const endpoint of lists) {
        const reply = await this.#ask(urlOf(endpoint, undefined, { limit: 2 }))
        const [id] = reply ? idsIn([reply]) : []
        const name = ['id', 'id_like'].find((one) => Object.hasOwn(endpoint.params, one))
        if (!reply || !name || typeof id !== 'string') continue
        const patch = reply.headers['x-patch-version']
        const at: Query = endpoint.mode.name === 'byPatch' ? { patch: String(patch) } : { at_patch: String(patch) }
        const found = await this.#ask(urlOf(endpoint, undefined, { [name]: id, ...at }))
        if (found && !idsIn([found]).includes(id)) this.errors.push(`${endpoint.id} lost ${id}`)
      }
    }
  }
}

async function whileVisited(
  pinned: ReadonlyMap<string, string>,
  work: () => Promise<void>,
  { isReplacing = false } = {},
): Promise<Visitor> {
  const visitor = new Visitor(service, pinned, isReplacing)
  try {
    await work()
  } finally {
    await visitor.leave()
  }
  expect(visitor.errors.slice(0, 5)).toEqual([])
  expect(visitor.walks).toBeGreaterThan(3)
  return visitor
}

const current = async () => (await fetchApi(service, first)).headers['x-patch-version']

const versionOf = (bundle: string | undefined) =>
  (JSON.parse(readFileSync(join(String(bundle), 'patch.json'), 'utf8')) as { version: string }).version

/** Returns a copy of the bundle with other content under the same version. */
function altered(bundle: string): string {
  const copy = `${bundle}-altered`
  cpSync(bundle, copy, { recursive: true })
  const head = JSON.parse(readFileSync(join(copy, 'patch.json'), 'utf8')) as { display_name: string }
  writeFileSync(join(copy, 'patch.json'), JSON.stringify({ ...head, display_name: `${head.display_name} again` }))
  const rows = join(copy, 'items.ndjson')
  const [row] = readFileSync(rows, 'utf8').split('\n')
  appendFileSync(
    rows,
    `${JSON.stringify({ ...(JSON.parse(row ?? '') as object), id: 'id.item.zz_late_comer', source_key: null })}\n`,
  )
  return copy
}

describe('negative control: a visitor detects', () => {
  const isPage = /[?&]page=\d+/
  const mixed = (target: string, nth: number) =>
    isPage.test(target) && nth % 2 > 0 ? target.replace(/\bpatch=\d+/, 'patch=1') : target

  it.each<[string, RegExp, (target: string, nth: number) => string]>([
    ['pages of two catalogs', /mixes the patches/, mixed],
    ['pages without rows', /counts \d+ and gives/, (target) => target.replace(/\bpage=\d+/, 'page=9999')],
    ['missing pages', /: 404 /, (target) => (isPage.test(target) ? '/v2/nowhere' : target)],
  ])('%s', async (_what, why, changed) => {
    let nth = 0
    const twin = await startAlteringProxy(service, (target, ask) => ask(changed(target, (nth += 1))))
    const visitor = new Visitor(twin, new Map([[first, '']]), false)
    await expect.poll(() => visitor.errors.some((error) => why.test(error))).toBe(true)
    await visitor.leave()
    await twin.close()
  })
})

describe('an import while the service runs', () => {
  it('makes its patch visible to the next request, and does not affect readers', async () => {
    const pinned = await bodiesOf(pinnedUrls())
    expect(await current()).toBe(versionOf(bundles[1]))
    const last = String(bundles[3])
    const visitor = await whileVisited(pinned, async () => {
      await importDone(last)
      expect(await current()).toBe(versionOf(last))
      expect((await fetchApi(service, '/v2/patches/current')).row.version).toBe(versionOf(last))
    })
    expect(visitor.patches.size).toBe(2)
    await expectSame(pinned)
  })

  it('leaves processor time to the service, because its priority is lower', async () => {
    const { child, ended } = importing(String(bundles[3]))
    const { PRIORITY_BELOW_NORMAL } = constants.priority
    await expect.poll(() => getPriority(child.pid), { interval: 5 }).toBe(PRIORITY_BELOW_NORMAL)
    expect(await ended).toBe(0)
  })

  it.runIf(process.platform === 'linux')('keeps a lower priority that it was started with', () => {
    const file = join(repository, 'scripts/command/lower-priority.ts')
    const program = `import('${file}').then((it) => (it.lowerPriority(), console.log(os.getPriority())))`
    const { stdout } = spawnSync('nice', ['-n', '15', process.execPath, '-e', program], { encoding: 'utf8' })
    expect(stdout).toBe('15\n')
  })

  it('changes nothing if the patch exists already', async () => {
    const before = await bodiesOf([...pinnedUrls(), '/v2/patches', first])
    await whileVisited(before, () => importDone(String(bundles[3])))
    await expectSame(before)
  })

  it('refuses other content under the same version, and replaces it with --replace', async () => {
    const other = altered(String(bundles[3]))
    const before = await bodiesOf([...pinnedUrls(), '/v2/patches', first])
    const refused = importing(other)
    expect(await refused.ended).toBe(5)
    expect(refused.said()).toContain('--replace')
    await expectSame(before)
    const id = (await fetchApi(service, '/v2/patches/current')).row.id
    const older = new Map(
      [...before].filter(
        ([url]) =>
          /[?&](patch|at_patch)=/.test(url) && !url.includes(`patch=${String(id)}`) && !url.includes(versionOf(other)),
      ),
    )
    expect(older.size).toBeGreaterThan(50)
    await whileVisited(
      older,
      async () => {
        await importDone(other, '--replace')
        expect((await fetchApi(service, '/v2/items/id.item.zz_late_comer')).status).toBe(200)
      },
      { isReplacing: true },
    )
    const { row } = await fetchApi(service, '/v2/patches/current')
    expect(row).toMatchObject({ id, version: versionOf(other) })
    expect(String(row.display_name)).toMatch(/ again$/)
    await importDone(String(bundles[3]), '--replace')
    await expectSame(before)
  })

  it('of a broken bundle changes nothing', async () => {
    const broken = `${String(bundles[2])}-broken`
    cpSync(String(bundles[2]), broken, { recursive: true })
    appendFileSync(join(broken, 'items.ndjson'), '{"id": 7}\n')
    const before = await bodiesOf([...pinnedUrls(), '/v2/patches', first])
    const { ended, said } = importing(broken)
    expect(await ended).toBe(3)
    expect(said()).toMatch(/items\.ndjson:\d+: id: expected/)
    await expectSame(before)
  })
})

describe('an import that is killed', () => {
  /** Kills the import `delay` milliseconds after it has touched this file of the data folder. */
  async function killAt(
    bundle: string,
    name: string,
    delayMilliseconds: number,
  ): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    const { child, ended } = importing(bundle)
    const watcher = watch(fixture.dataDir, (_event, touched) => {
      if (touched === name) setTimeout(() => child.kill('SIGKILL'), delayMilliseconds)
    })
    const code = await ended
    watcher.close()
    return { code, signal: child.signalCode }
  }

  /** Returns a copy of a bundle under another version, so that each import is a new one. */
  function bundleOf(version: string): string {
    const copy = join(fixture.dataDir, 'bundles', version)
    cpSync(String(bundles[2]), copy, { recursive: true })
    const head = JSON.parse(readFileSync(join(copy, 'patch.json'), 'utf8')) as object
    writeFileSync(join(copy, 'patch.json'), JSON.stringify({ ...head, version, version_raw: version }))
    return copy
  }

  const moments: [name: string, delayMilliseconds: number][] = [
    ['catalog.next.db', 0],
    ['catalog.next.db', 150],
    ['catalog.db', 0],
    ['manifest.next.json', 0],
  ]
  /** Number of attempts. A repeated test needs another version, because the patch of the first attempt exists. */
  let tries = 0
  it.each(sampled(moments, 3))(
    '%s + %i ms leaves exactly the old patches, or the complete new one too',
    async (name, delay) => {
      const version = `8.${(tries += 1)}`
      const bundle = bundleOf(version)
      const before = await bodiesOf(pinnedUrls(1).filter((_, nth) => nth % 3 === 0))
      const { code, signal } = await killAt(bundle, name, delay)
      // After a delay it may have ended by itself.
      if (delay === 0) expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' })
      await expectSame(before)
      const displayed = await fetchApi(service, `/v2/items?patch=${version}`)
      if (code === 0) expect(displayed.status).toBe(200)
      const restarted = await serve()
      for (const [url, text] of [...before].filter((_, nth) => nth % 4 === 0)) {
        const reply = await fetchApi(restarted, url)
        expect(`${reply.status} ${reply.text}` === text, `${url} has changed after a restart`).toBe(true)
      }
      const found = await fetchApi(restarted, `/v2/items?patch=${version}`)
      expect([200, 404]).toContain(found.status)
      if (displayed.status === 200 || found.status === 200) expect(found.total).toBeGreaterThan(0)
      await restarted.stop()
      await importDone(bundle)
      expect((await fetchApi(service, `/v2/items?patch=${version}`)).total).toBeGreaterThan(0)
      expect(existsSync(join(fixture.dataDir, 'catalog.next.db'))).toBe(false)
    },
  )

  it('of two concurrent imports, the second is refused', async () => {
    const both = [importing(bundleOf('9.9')), importing(bundleOf('9.8'))]
    const codes = await Promise.all(both.map(({ ended }) => ended))
    expect(codes).toContain(0)
    for (const code of codes) expect([0, 6]).toContain(code)
  })
})
