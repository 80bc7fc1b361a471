// Rows that suites of this repository cover: they run as `npm test` runs them, in their long form where the row does.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ListedRow, Rig } from './fault-row.ts'

interface SuiteRow {
  readonly numbers: readonly number[]
  readonly title: string
  readonly mustHold: string
  readonly suites: readonly string[]
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

const repository = join(import.meta.dirname, '../../..')
/** More injections than this are asked for by the long form. */
const short = 1

/** Each test is one injection. The suites run with every change anyway, and have their own known-bad cases. */
export function suiteRow({ numbers, title, mustHold, suites }: SuiteRow): ListedRow {
  return {
    ...{ numbers, title, mustHold, everyChange: false, needs: {}, amount: { short, long: 2 } },
    load: () => Promise.resolve({ run: (rig: Rig) => runSuites(rig, suites) }),
  }
}

async function runSuites(rig: Rig, suites: readonly string[]): Promise<void> {
  const report = join(rig.folder, 'report.json')
  const args = ['run', '--reporter=json', '--reporter=default', `--outputFile.json=${report}`, ...suites]
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    ...{ cwd: repository, stdio: ['ignore', 'pipe', 'ignore'] },
    env: { ...process.env, NO_COLOR: '1', SEED: String(rig.seed), ...(rig.amount > short && { LONG: '1' }) },
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child, 'close')
  for (const figure of figuresIn(said)) rig.note(figure)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  for (const { status, fullName } of testResults.flatMap((file) => file.assertionResults))
    if (status === 'passed' || status === 'failed') rig.check(status === 'passed', fullName)
}

/** What tests print beside their results. */
export const figuresIn = (said: string): string[] =>
  [...said.matchAll(/^stdout \| .*\n([^]*?)\n\n/gm)].flatMap(([, printed = '']) => printed.split('\n'))
