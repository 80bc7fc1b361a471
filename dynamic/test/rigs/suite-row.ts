// Rows that suites of this repository cover. The suites run as under `npm test`, or in their long form if the row does.
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
  /** The faults that the suites inject in tests whose names begin with `negative control`. */
  readonly negativeControl: string
  /** Number of kills in the long form, if the suites inject kills. */
  readonly kills?: number
}

interface TestResult {
  readonly status: string
  readonly fullName: string
}

/** The report of vitest on one suite. */
interface FileResult {
  /** Absolute path of the file. */
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly TestResult[]
}

interface Report {
  readonly testResults: readonly FileResult[]
}

const repository = join(import.meta.dirname, '../../..')
/** Number of injections by which the short form is recognized; the long form requests more. */
const short = 1

/** Creates a row whose injections are the tests of some suites. `npm test` runs the suites themselves. */
export function suiteRow({ numbers, title, mustHold, suites, negativeControl, kills }: SuiteRow): ListedRow {
  return {
    ...{ numbers, title, mustHold, everyChange: false, needs: {}, amount: { short, long: kills ?? 2 } },
    load: () => Promise.resolve(suiteRig(suites, negativeControl, kills !== undefined)),
  }
}

/** The rig of a suite row. Its negative control reports on the control tests of the preceding run. */
function suiteRig(
  suites: readonly string[],
  what: string,
  areKills: boolean,
): Pick<FaultRow, 'run' | 'negativeControl'> {
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
  return { run, negativeControl: { what, amount: 1, finds: [/./], run: reportControls } }
}

/** Whether there are negative controls among the tests and all of them passed. */
export function areControlsFound(tests: readonly TestResult[]): boolean {
  const controls = tests.filter(({ fullName }) => fullName.includes('negative control'))
  return controls.length > 0 && controls.every(({ status }) => status === 'passed')
}

/**
 * Describes suites that never ran, and those that failed although no test did (their loading or preparation failed).
 */
export function suitesThatFailed(files: readonly FileResult[], suites: readonly string[]): string[] {
  const missing = suites.filter((suite) => !files.some(({ name }) => name.includes(suite)))
  const unprepared = files.filter(
    ({ status, assertionResults }) => status !== 'passed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return [
    ...missing.map((suite) => `${suite} did not run`),
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
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(child, 'close')
  for (const figure of figuresIn(output)) {
    rig.note(figure)
    const [, activity, count] = /^kills of (\w+): (\d+)/.exec(figure) ?? []
    if (activity !== undefined) rig.countKills(activity, Number(count))
  }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return [...testResults]
}

/** Extracts the lines that tests print with `console.log` from the output of vitest. */
export const figuresIn = (output: string): string[] =>
  [...output.matchAll(/^stdout \| .*\n([^]*?)\n\n/gm)].flatMap(([, printed = '']) => printed.split('\n'))
