// Runs all checks and suites or, with arguments, only Vitest with these arguments.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Runs checks and suites and sets the exit code. With `long`, suites run in their long form. */
export async function test(args: readonly string[], { long = false }: { long?: boolean }): Promise<void> {
  if (long) process.env.LONG = '1'
  if (args.length > 0) {
    process.exitCode = await vitest(args)
    return
  }
  const [checked, suites] = await Promise.all([run('scripts/check.ts'), runSuites()])
  console.log(suites.totals)
  process.exitCode = checked || suites.status
}

function vitest(given: readonly string[]): Promise<number> {
  return run('node_modules/vitest/vitest.mjs', ...(given.includes('--watch') ? [] : ['run']), ...given)
}

/** Runs every suite; `totals` has the numbers of passed and failed tests as text. */
async function runSuites(): Promise<{ status: number; totals: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  try {
    const report = join(folder, 'report.json')
    const status = await vitest(['--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
    return { status, totals: totalsOf(JSON.parse(readFileSync(report, 'utf8')) as Report) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly { status: string }[] }[]
}

/** Formats the numbers of tests. A suite that failed before any of its tests ran counts as one failed test. */
function totalsOf({ numPassedTests, numFailedTests, testResults }: Report): string {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  return `${numPassedTests} passed, ${numFailedTests + broken.length} failed`
}

/** Runs a program of this repository to its end; returns its exit code. */
function run(file: string, ...rest: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, file), ...rest], { cwd: root, stdio: 'inherit' })
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}
