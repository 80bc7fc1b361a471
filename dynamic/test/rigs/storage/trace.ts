// Faults in system calls, injected with strace: finds the calls that a command makes on a folder, and runs the command
// with a fault at one of them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Stream } from '../../../../data/sample/random.ts'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'

/** The requirement of rigs that use strace. */
export const straceNeeds = { strace: 'strace' }

const storageCalls = [
  ...['openat', 'write', 'pwrite64', 'pwritev', 'fsync', 'fdatasync', 'syncfs', 'ftruncate', 'fallocate'],
  ...['rename', 'link', 'symlink', 'unlink', 'mkdir', 'rmdir', 'copy_file_range', 'sendfile'],
]

/** The nth system call of that name by one thread. */
export interface Point {
  readonly call: string
  readonly nth: number
  /** Whether the call is made during the switch from one state to another. */
  readonly isSwitch: boolean
}

export type Fault = 'signal=SIGKILL' | 'error=EIO' | 'error=ENOSPC'

export interface RunResult {
  /** Exit code, or undefined if a signal ended the process. */
  readonly code: number | undefined
  readonly output: string
  /** The calls into which the fault was injected, as strace prints them. */
  readonly injected: readonly string[]
}

/**
 * A script that, with `--wait`, prints `ready` once its modules are loaded and starts after a line on its standard
 * input.
 */
export interface TracedCommand {
  /** The file of the script and its arguments. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const repository = join(import.meta.dirname, '../../../..')

/**
 * Finds every call by which the command changes a file whose path contains `path`, in chronological order. Throws if
 * the command fails.
 */
export async function findPoints(command: TracedCommand, path: string, log: string): Promise<Point[]> {
  const { code, output } = await runTraced(command, ['-y', '-o', log, '-e', `trace=${storageCalls.join()}`])
  if (code !== 0) throw new Error(`the command fails without any fault: ${output}`)
  const lines = readFileSync(log, 'utf8').split('\n')
  const isDuringSwitch = findSwitch(lines)
  const counts = new Map<string, number>()
  // The fault goes into the first thread that makes its nth call of that name.
  const first = new Map<string, boolean>()
  const points: Point[] = []
  for (const [at, line] of lines.entries()) {
    const [, thread, call, rest = ''] = callLine.exec(line) ?? []
    if (thread === undefined || call === undefined) continue
    const nth = (counts.get(`${thread} ${call}`) ?? 0) + 1
    counts.set(`${thread} ${call}`, nth)
    const isSwitch = first.get(`${call} ${nth}`) ?? isDuringSwitch(at)
    first.set(`${call} ${nth}`, isSwitch)
    if (rest.includes(path) && isChange(call, rest)) points.push({ call, nth, isSwitch })
  }
  return points
}

const callLine = /^(\d+) +(\w+)\((.*)/

const isChange = (call: string, rest: string) =>
  !(call === 'openat' && !/O_CREAT|O_WRONLY|O_RDWR/.test(rest)) && !rest.includes('EEXIST')

/**
 * Tells of each line whether it belongs to the switch, which begins when the tree is flushed or a manifest is written
 * and ends with the last change of a manifest.
 */
function findSwitch(lines: readonly string[]): (at: number) => boolean {
  const isSwitchStep = lines.map((line) => {
    const [, , call, rest = ''] = callLine.exec(line) ?? []
    return call !== undefined && (call === 'syncfs' || (/\/manifest\.[^/]*json/.test(rest) && isChange(call, rest)))
  })
  const [begins, ends] = [isSwitchStep.indexOf(true), isSwitchStep.lastIndexOf(true)]
  return (at) => begins !== -1 && at >= begins && at <= ends
}

/**
 * Chooses `amount` points: every point the same number of times, and the rest at random, evenly over the kinds of
 * calls.
 */
export function choosePoints(points: readonly Point[], amount: number, random: Stream): Point[] {
  const chosen: Point[] = []
  while (chosen.length + points.length <= amount) chosen.push(...points)
  const kinds = Map.groupBy(
    points.map((point) => ({ point, rank: random.next() })).sort((a, b) => a.rank - b.rank),
    ({ point }) => point.call,
  )
  for (let round = 0; chosen.length < amount; round += 1)
    for (const kind of kinds.values()) {
      const next = kind[round]
      if (next && chosen.length < amount) chosen.push(next.point)
    }
  return chosen
}

/** Runs the command with a fault at that point. `injected` is empty if the run did not reach the point. */
export async function runWithFault(
  command: TracedCommand,
  { call, nth }: Point,
  fault: Fault,
  log: string,
): Promise<RunResult> {
  const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:${fault}:when=${nth}`]
  const ran = await runTraced(command, ['-o', log, ...inject])
  const failed = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('(INJECTED)'))
  return { ...ran, injected: ran.code === undefined ? [`killed at ${call}`] : failed }
}

/** Traces only the work: tracing the loading of the modules too would make a run take three times as long. */
async function runTraced(
  { args, env }: TracedCommand,
  options: readonly string[],
): Promise<Omit<RunResult, 'injected'>> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args, '--wait'], {
    cwd: repository,
    env: commandEnvironment(env),
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  const output = collectOutput(child.stdout, child.stderr)
  await Promise.race([output.until('ready'), ended])
  const tracer = spawn('strace', ['-f', ...options, '-p', String(child.pid)], { stdio: ['ignore', 'ignore', 'pipe'] })
  const traced = once(tracer, 'close')
  const messages = collectOutput(tracer.stderr)
  await Promise.race([messages.until('attached'), traced])
  if (!messages.read().includes('attached')) child.kill('SIGKILL')
  child.stdin.end('\n')
  const [[code]] = await Promise.all([ended, traced])
  if (!messages.read().includes('attached')) throw new Error(`strace attaches to nothing: ${messages.read()}`)
  return { code: code ?? undefined, output: output.read() }
}

/** Collects the text of streams. `until` resolves when the text includes a word. */
function collectOutput(...streams: readonly Readable[]) {
  let text = ''
  for (const stream of streams) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const until = (word: string) =>
    new Promise<void>((resolve) => {
      for (const stream of streams) stream.on('data', () => text.includes(word) && resolve())
    })
  return { read: () => text, until }
}
