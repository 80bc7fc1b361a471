// Checks types, lint and formatting of the whole repository. Each step is a separate program; two run at a time.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { steps } from '../command/check-steps.ts'
import { exitWith } from '../command/exit-with.ts'

const root = join(import.meta.dirname, '../..')
/**
 * Switches off garbage collection in tsc and tsgolint, which are Go programs: it would cost a third of the time and
 * free a tenth.
 */
const env = { GOGC: 'off', ...process.env }

/**
 * Runs the steps with these names, or all steps if there are none. The exit code is 1 if a step fails, and 2 for an
 * unknown name.
 */
export async function check(names: readonly string[]): Promise<void> {
  const known = steps.map(([name]) => name)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    return exitWith('usage', new Error(`No step is called ${unknown.join(', ')}: ${known.join(', ')}.`))
  const chosen = steps.filter(([name]) => names.length === 0 || names.includes(name))
  const limit = pLimit(2)
  const results = await Promise.all(chosen.map((step) => limit(() => run(step))))
  if (results.includes(false)) process.exitCode = 1
}

/** Runs a step and prints its output if it fails; resolves to whether it passed. */
function run([name, file, ...args]: (typeof steps)[number]): Promise<boolean> {
  const began = performance.now()
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', file), ...args], { cwd: root, env })
    const output: Buffer[] = []
    child.stdout.on('data', (bytes: Buffer) => output.push(bytes))
    child.stderr.on('data', (bytes: Buffer) => output.push(bytes))
    child.on('error', (error) => output.push(Buffer.from(error.message)))
    child.on('close', (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      console.error(`${code === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`)
      if (code !== 0) console.error(Buffer.concat(output).toString())
      resolve(code === 0)
    })
  })
}
