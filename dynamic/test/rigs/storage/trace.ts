// Faults of system calls, by strace: which calls a command makes on a folder, and the same command with one of them
// failing.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Stream } from '../../../../data/sample/random.ts'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'

export const strace = { strace: 'strace' }

const storageCalls = [
  ...['openat', 'write', 'pwrite64', 'pwritev', 'fsync', 'fdatasync', 'syncfs', 'ftruncate', 'fallocate'],
  ...['rename', 'link', 'symlink', 'unlink', 'mkdir', 'rmdir', 'copy_file_range', 'sendfile'],
]

/** The nth call of that name by one thread. */
export interface Point {
  readonly call: string
  readonly nth: number
  /** Whether that comes while one state is switched to another. */
  readonly isSwitch: boolean
}

export type Fault = 'signal=SIGKILL' | 'error=EIO' | 'error=ENOSPC'

export interface Ran {
  /** Undefined where a signal ended it. */
  readonly code: number | undefined
  readonly said: string
  /** The calls that were made to fail, as strace prints them. */
  readonly injected: readonly string[]
}

/**
 * A command: a file of this repository with its arguments, and its environment. With `--wait` it says `ready` once its
 * modules are loaded, and works after a line on its standard input.
 */
export interface Traced {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const repository = join(import.meta.dirname, '../../../..')

/** Every call by which the command changes something whose path contains `path`, in order of time. */
export async function pointsOf(command: Traced, path: string, log: string): Promise<Point[]> {
  const { code, said } = await runTraced(command, ['-y', '-o', log, '-e', `trace=${storageCalls.join()}`])
  if (code !== 0) throw new Error(`the command fails without any fault: ${said}`)
  const lines = readFileSync(log, 'utf8').split('\n')
  const isOfSwitch = switchOf(lines)
  const counts = new Map<string, number>()
  /** Whichever thread is the first to make its nth call is the one that the fault is injected into. */
  const first = new Map<string, boolean>()
  const points: Point[] = []
  for (const [at, line] of lines.entries()) {
    const [, thread, call, rest = ''] = callLine.exec(line) ?? []
    if (thread === undefined || call === undefined) continue
    const nth = (counts.get(`${thread} ${call}`) ?? 0) + 1
    counts.set(`${thread} ${call}`, nth)
    const isSwitch = first.get(`${call} ${nth}`) ?? isOfSwitch(at)
    first.set(`${call} ${nth}`, isSwitch)
    if (rest.includes(path) && isChange(call, rest)) points.push({ call, nth, isSwitch })
  }
  return points
}

const callLine = /^(\d+) +(\w+)\((.*)/

const isChange = (call: string, rest: string) =>
  !(call === 'openat' && !/O_CREAT|O_WRONLY|O_RDWR/.test(rest)) && !rest.includes('EEXIST')

/** A switch begins when the tree is flushed or a manifest is written, and ends with the last change of a manifest. */
function switchOf(lines: readonly string[]): (at: number) => boolean {
  const isOfManifest = lines.map((line) => {
    const [, , call, rest = ''] = callLine.exec(line) ?? []
    return call !== undefined && (call === 'syncfs' || (/\/manifest\.[^/]*json/.test(rest) && isChange(call, rest)))
  })
  const [begins, ends] = [isOfManifest.indexOf(true), isOfManifest.lastIndexOf(true)]
  return (at) => begins !== -1 && at >= begins && at <= ends
}

/** As many points as asked for: all of them as often as that takes, and of the rest some of every kind of call. */
export function choosePoints(points: readonly Point[], amount: number, random: Stream): Point[] {
  const chosen: Point[] = []
  while (chosen.length + points.length <= amount) chosen.push(...points)
  const kinds = Map.groupBy(
    points.map((point) => ({ point, rank: random.next() })).sort((a, b) => a.rank - b.rank),
    ({ point }) => point.call,
  )
  for (let round = 0; chosen.length < amount; round += 1)
    for (const ofKind of kinds.values()) {
      const next = ofKind[round]
      if (next && chosen.length < amount) chosen.push(next.point)
    }
  return chosen
}

/** Runs the command with a fault at that point. */
export async function runWithFault(command: Traced, { call, nth }: Point, fault: Fault, log: string): Promise<Ran> {
  const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:${fault}:when=${nth}`]
  const ran = await runTraced(command, ['-o', log, ...inject])
  const failed = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('(INJECTED)'))
  return { ...ran, injected: ran.code === undefined ? [`killed at ${call}`] : failed }
}

/** Traced is only the work: with its modules, which every run loads anew, a run would take three times as long. */
async function runTraced({ args, env }: Traced, options: readonly string[]): Promise<Omit<Ran, 'injected'>> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args, '--wait'], {
    cwd: repository,
    env: commandEnvironment(env),
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  const output = text(child.stdout, child.stderr)
  await Promise.race([output.until('ready'), ended])
  const tracer = spawn('strace', ['-f', ...options, '-p', String(child.pid)], { stdio: ['ignore', 'ignore', 'pipe'] })
  const traced = once(tracer, 'close')
  const messages = text(tracer.stderr)
  await Promise.race([messages.until('attached'), traced])
  if (!messages.read().includes('attached')) child.kill('SIGKILL')
  child.stdin.end('\n')
  const [[code]] = await Promise.all([ended, traced])
  if (!messages.read().includes('attached')) throw new Error(`strace attaches to nothing: ${messages.read()}`)
  return { code: code ?? undefined, said: output.read() }
}

/** What streams have said so far, and when they say something. */
function text(...streams: readonly Readable[]) {
  let said = ''
  for (const stream of streams) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const until = (word: string) =>
    new Promise<void>((resolve) => {
      for (const stream of streams) stream.on('data', () => said.includes(word) && resolve())
    })
  return { read: () => said, until }
}
