// Follows the examples of CONTRIBUTING.md literally in a copy of the sources, with `npm run dev` running.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from './site/source-files.ts'
import { freePort } from './test/free-port.ts'

interface Block {
  readonly language: string
  readonly file?: string
  readonly text: string
}

const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const patience = { timeout: 60_000, interval: 50 }
const address = 'http://127.0.0.1:8080'

/** Returns the fenced blocks of the section with this heading. */
function blocksOf(heading: string): readonly Block[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^```(\w+)(?: file=(\S+))?\n([^]*?)^```$/gm)].map(
    ([, language = '', file, text = '']) => ({ language, file, text }),
  )
}

/** Applies every hunk of a diff without line numbers to a text. Each hunk must match exactly one place. */
function applied(diff: string, to: string): string {
  return diff.split(/^@@\n/m).reduce((text, hunk) => {
    const lines = hunk.split('\n').slice(0, -1)
    const without = (sign: string) => lines.filter((line) => !line.startsWith(sign)).map((line) => `${line.slice(1)}\n`)
    const [before, after] = [without('+').join(''), without('-').join('')]
    expect(text.split(before), `${before} in one place`).toHaveLength(2)
    return text.replace(before, () => after)
  }, to)
}

const copy = mkdtempSync(join(tmpdir(), 'contributing-'))
let server: ChildProcess
let port = 0
let output = ''
const environment = () => {
  const { VITEST: _vitest, NODE_ENV: _environment, DATA_DIR: _dataDir, ...rest } = process.env
  return { ...rest, PORT: String(port), OBSERVER_PORT: '0', OBSERVER: 'off' }
}

beforeAll(async () => {
  const isSource = (path: string) => !/\/(node_modules|dist|\.astro|test)(\/|$)|\.test\.ts$/.test(path)
  for (const name of [
    'build',
    'data',
    'dynamic',
    'scripts',
    'site',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    '.nvmrc',
    'CHANGELOG.md',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => isSource(path.slice(root.length)) })
  // An old lock file, so that the launcher does not install anything into the packages of this repository.
  utimesSync(join(copy, 'package-lock.json'), 0, 0)
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  port = await freePort()
})
afterAll(() => {
  if (server.exitCode === null) server.kill('SIGKILL')
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 })
})

function writeBlock({ language, file = '', text }: Block): void {
  const path = join(copy, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, language === 'diff' ? applied(text, readFileSync(path, 'utf8')) : text)
}

async function startDev(): Promise<void> {
  server = spawn(process.execPath, ['scripts/run.mjs', 'dev'], { cwd: copy, env: environment() })
  server.stdout?.resume()
  server.once('exit', (code) => (output += `\nnpm run dev ended with ${code}`))
  server.stderr?.on('data', (bytes: Buffer) => (output += bytes.toString()))
  await expect.poll(() => output, { timeout: 100_000, interval: 100 }).toMatch(/(ready|Ctrl-C)[^]*(ready|Ctrl-C)|ended/)
  expect(output).not.toContain('npm run dev ended')
}

/**
 * Runs the lines of a block. Requests are repeated until the answer is the expected one, because the service restarts
 * meanwhile.
 */
async function run({ text }: Block, expected: Block | undefined): Promise<void> {
  for (const line of text.trim().split('\n')) {
    const target = /^curl '(.*)'$/.exec(line)?.[1]?.replace(address, '')
    if (target === undefined) {
      const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: copy, env: environment(), encoding: 'utf8' })
      expect([line, status], stderr).toEqual([line, 0])
    } else await expect.poll(() => answerTo(target), { ...patience, message: output }).toEqual(wanted(expected))
  }
}

const inOneLine = (html: string) => html.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/>\s+</g, '><')
const wanted = (block: Block | undefined): unknown =>
  block?.language === 'html'
    ? (expect.stringContaining(inOneLine(block.text.trim())) as unknown)
    : (JSON.parse(block?.text ?? '') as unknown)

async function answerTo(target: string): Promise<unknown> {
  const reply = await fetch(`http://127.0.0.1:${port}${target}`).catch(() => undefined)
  if (reply?.headers.get('content-type')?.startsWith('text/html'))
    return inOneLine((await reply.text()).replaceAll(/ data-astro-[\w-]+="[^"]*"/g, ''))
  return reply?.json()
}

describe('the worked examples', () => {
  it.each(['Add a resource in ten minutes', 'Add a filter operator', 'Add a page'])(
    '%s',
    async (heading) => {
      const blocks = blocksOf(heading)
      expect(blocks.length).toBeGreaterThan(2)
      for (const [place, block] of blocks.entries()) {
        if (block.file !== undefined) writeBlock(block)
        else if (block.language === 'sh') {
          if (output === '') await startDev()
          await run(block, blocks[place + 1])
        }
      }
    },
    300_000,
  )

  it('Ctrl-C ends all processes', async () => {
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    const left = () => spawnSync('pgrep', ['-f', copy], { encoding: 'utf8' }).stdout
    await expect.poll(left, { timeout: 10_000 }).toBe('')
  })
})
