// The official inspector on the command line, and the code blocks of the guide to the tools.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openObservedLive } from '../fixtures/observed-live.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { sampled } from '../../../scripts/test/long-form.ts'
import { commandEnvironment } from '../../../scripts/test/environment.ts'

const sources = join(import.meta.dirname, 'inspector')
const root = join(import.meta.dirname, '../../..')
const hash = createHash('sha256')
  .update(readFileSync(join(sources, 'package-lock.json')))
  .digest('hex')
const folder = join(root, 'node_modules/.cache/mcp-inspector', hash.slice(0, 16))
const guide = readFileSync(join(root, 'site/src/pages/docs/guides/assistants.md'), 'utf8')
const minutes = 60_000

let fixture: Fixture
let service: ServedFixture
beforeAll(async () => {
  await install()
  fixture = await openSampleFixture()
  service = await fixture.serve({ live: await openObservedLive(fixture) })
}, 5 * minutes)
afterAll(() => fixture.close())

interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command. `home` is the folder in which the inspector stores its settings. */
async function run(command: string, args: readonly string[], home?: string): Promise<Ran> {
  const env = { ...commandEnvironment(), ...(home !== undefined && { HOME: home }) }
  try {
    return { code: 0, ...(await promisify(execFile)(command, args, { cwd: folder, env, maxBuffer: 50_000_000 })) }
  } catch (error) {
    const { code = 1, stdout, stderr } = error as Partial<Ran>
    return { code, stdout: stdout ?? '', stderr: stderr ?? String(error) }
  }
}

/** Installs the inspector, once for each lock file. */
async function install(): Promise<void> {
  const done = join(folder, 'installed')
  if (existsSync(done)) return
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(sources, name), join(folder, name))
  const { code, stderr } = await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'])
  if (code !== 0) throw new Error(stderr)
  writeFileSync(done, '')
}

const inspect = (...args: string[]) =>
  run(
    process.execPath,
    [join(folder, 'node_modules/.bin/mcp-inspector'), '--cli', `${service.url}/mcp`, ...args],
    folder,
  )

interface ListedTool {
  readonly name: string
  readonly inputSchema: { readonly required?: readonly string[] }
}

let list: Promise<Ran> | undefined
/** Lists the tools; memoized. */
const listed = () => (list ??= inspect('--method', 'tools/list', '--strict'))

const call = (tool: string, ...pairs: string[]) =>
  inspect('--method', 'tools/call', '--tool-name', tool, ...(pairs.length > 0 ? ['--tool-arg', ...pairs] : []))

describe('the inspector', () => {
  it('finds the tools, whose schemas have nothing that some clients cannot read', async () => {
    const { code, stdout, stderr } = await listed()
    expect(stderr).not.toMatch(/error/i)
    expect(code).toBe(0)
    const { tools } = JSON.parse(stdout) as { tools: ListedTool[] }
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['get', 'list', 'changes', 'prices']))
  })

  const calls: readonly [tool: string, target: string, ...args: string[]][] = [
    ['search', '/v2/search?q=gloam', 'q=gloam'],
    ['get', '/v2/items/id.item.ember_lantern_5001', 'resource=items', 'id=id.item.ember_lantern_5001'],
    ['list', '/v2/items?rarity=epic&limit=2', 'resource=items', 'rarity=epic', 'limit=2'],
    ['changes', '/v2/patches/diff?to=1.1.0.2188', 'patch=1.1.0.2188'],
    [
      'prices',
      '/v2/market/analytics/id.item.gloam_blade/prices/history?from=2026-01-01&to=2026-01-02',
      ...['item_id=id.item.gloam_blade', 'from=2026-01-01', 'to=2026-01-02'],
    ],
  ]
  it.each(sampled(calls, 2))('calls %s, and gets the answer of %s', async (tool, target, ...args) => {
    const { stdout } = await call(tool, ...args)
    const { structuredContent } = JSON.parse(stdout) as { structuredContent: unknown }
    expect(structuredContent).toEqual(await (await fetch(service.url + target)).json())
  })

  it('shows the detail of a problem', async () => {
    const { stdout } = await call('get', 'resource=items', 'id=id.item.none')
    expect(JSON.parse(stdout)).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('No row of items has the id "id.item.none"') as string }],
    })
  })
})

describe('the guide', () => {
  const blocks = (language: string) =>
    [...guide.matchAll(/^```(\w+)\n([^]*?)^```/gm)].flatMap(([, name, text = '']) => (name === language ? [text] : []))
  const here = (text: string) => text.replaceAll('http://localhost:8080', service.url)

  it('has JSON that configures clients to use the tools', async () => {
    const texts = blocks('json')
    expect(texts).toHaveLength(4)
    for (const text of texts) {
      const [entry] = Object.values(
        Object.values(JSON.parse(here(text)) as Record<string, Record<string, unknown>>)[0] ?? {},
      )
      expect(JSON.stringify(entry)).toContain(`"${service.url}/mcp"`)
    }
    const file = join(folder, 'guide.json')
    writeFileSync(file, here(texts[1] ?? ''))
    const program = join(folder, 'node_modules/.bin/mcp-inspector')
    const args = ['--cli', '--config', file, '--server', 'deepledger', '--method', 'tools/list']
    const { stdout } = await run(process.execPath, [program, ...args], folder)
    expect(JSON.parse(stdout)).toHaveProperty('tools')
  })

  it('has commands that work', async () => {
    const [curl = '', inspector = ''] = blocks('bash').filter((text) => !text.startsWith('claude'))
    const { stdout } = await run('sh', ['-c', here(curl)])
    expect(JSON.parse(stdout)).toMatchObject({ result: { structuredContent: { body: [{ rarity: 'epic' }] } } })
    const npx = 'npx @modelcontextprotocol/inspector'
    const program = `"${process.execPath}" node_modules/.bin/mcp-inspector`
    expect(inspector).toContain(npx)
    const { stdout: inspected } = await run('sh', ['-c', here(inspector).replace(npx, program)], folder)
    expect(JSON.parse(inspected)).toMatchObject({ structuredContent: { body: { is_current: true } } })
  })

  it('documents every required argument of the tools', async () => {
    const { tools } = JSON.parse((await listed()).stdout) as { tools: ListedTool[] }
    expect(tools).not.toEqual([])
    for (const { name, inputSchema } of tools) {
      const [line = ''] = new RegExp(`^\\| \`${name}\`.*$`, 'm').exec(guide) ?? []
      for (const argument of inputSchema.required ?? []) expect(line).toContain(`\`${argument}\``)
    }
  })
})
