// Rows that suites of this repository cover: they run as `npm test` runs them, in their long form where the row does.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { FaultRow, ListedRow, Rig } from './fault-row.ts'

interface SuiteRow {
  readonly numbers: readonly number[]
  readonly title: string
  readonly mustHold: string
  readonly suites: readonly string[]
  /** What the tests of the suites that are called negative controls do wrong. */
  readonly negativeControl: string
  /** Kills of the long form, where injections are kills. */
  readonly kills?: number
}

interface TestResult {
  readonly status: string
  readonly fullName: string
}

/** What vitest tells of one suite. */
interface FileResult {
  /** Its path. */
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly TestResult[]
}

interface Report {
  readonly testResults: readonly FileResult[]
}

const repository = join(import.meta.dirname, '../../..')
/** More injections than this are asked for by the long form. */
const short = 1

/** Each test is one injection. The suites run with every change anyway. */
export function suiteRow({ numbers, title, mustHold, suites, negativeControl, kills }: SuiteRow): ListedRow {
  return {
    ...{ numbers, title, mustHold, everyChange: false, needs: {}, amount: { short, long: kills ?? 2 } },
    load: () => Promise.resolve(rigOf(suites, negativeControl, kills !== undefined)),
  }
}

/** The negative controls are tests of the same run. */
function rigOf(suites: readonly string[], what: string, areKills: boolean): Pick<FaultRow, 'run' | 'negativeControl'> {
  let isFound = false
  const run = async (rig: Rig) => {
    const isLong = rig.amount > short
    const files = await runSuites(rig, suites, {
      ...(isLong && { LONG: '1' }),
      ...(isLong && areKills && { KILLS: String(rig.amount) }),
    })
    const tests = files.flatMap((file) => file.assertionResults)
    isFound = areControlsFound(tests)
    for (const { status, fullName } of tests)
      if (status === 'passed' || status === 'failed') rig.check(status === 'passed', fullName)
    for (const problem of suitesThatFailed(files, suites)) rig.check(false, problem)
  }
  const reportControls = (rig: Rig) => Promise.resolve(rig.check(!isFound, what))
  return { run, negativeControl: { what, amount: 1, run: reportControls } }
}

/** Whether there are tests of what is known to be wrong, and each has found it. */
export function areControlsFound(tests: readonly TestResult[]): boolean {
  const controls = tests.filter(({ fullName }) => fullName.includes('negative control'))
  return controls.length > 0 && controls.every(({ status }) => status === 'passed')
}

/** Suites that failed though none of their tests did (they were not loaded or not prepared), and those that never ran. */
export function suitesThatFailed(files: readonly FileResult[], suites: readonly string[]): string[] {
  const unheard = suites.filter((suite) => !files.some(({ name }) => name.includes(suite)))
  const unprepared = files.filter(
    ({ status, assertionResults }) => status !== 'passed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return [
    ...unheard.map((suite) => `${suite} did not run`),
    ...unprepared.map(({ name, status, message }) => `${relative(repository, name)} ${status}: ${message}`),
  ]
}

async function runSuites(rig: Rig, suites: readonly string[], form: Record<string, string>): Promise<FileResult[]> {
  const report = join(rig.folder, 'report.json')
  const args = ['run', '--reporter=json', '--reporter=default', `--outputFile.json=${report}`, ...suites]
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    ...{ cwd: repository, stdio: ['ignore', 'pipe', 'ignore'] },
    env: { ...process.env, NO_COLOR: '1', SEED: String(rig.seed), ...form },
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child, 'close')
  for (const figure of figuresIn(said)) {
    rig.note(figure)
    const [, at, times] = /^kills of (\w+): (\d+)/.exec(figure) ?? []
    if (at !== undefined) rig.killed(at, Number(times))
  }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return [...testResults]
}

/** What tests print beside their results. */
export const figuresIn = (said: string): string[] =>
  [...said.matchAll(/^stdout \| .*\n([^]*?)\n\n/gm)].flatMap(([, printed = '']) => printed.split('\n'))
