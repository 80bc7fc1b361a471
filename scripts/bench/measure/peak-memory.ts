import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serviceFlags } from '../../command/service-flags.ts'

const root = join(import.meta.dirname, '../../..')
const pollMilliseconds = 50

/**
 * Runs a command through the launcher; returns its peak memory in bytes, or 0 without /proc. Throws if the command
 * fails.
 */
export async function peakMemoryOf(args: readonly string[], environment: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [...serviceFlags, 'scripts/run.mjs', ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const status = `/proc/${child.pid}/status`
  let peak = 0
  while (child.exitCode === null && child.signalCode === null) {
    const found = existsSync(status) ? /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(status, 'utf8')) : undefined
    if (found) peak = Number(found[1]) * 1024
    await Promise.race([ended, sleep(pollMilliseconds)])
  }
  if (child.exitCode !== 0) throw new Error(`${args.join(' ')} failed`)
  return peak
}
