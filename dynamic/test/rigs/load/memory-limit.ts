// Requests for the largest answers, many at once, to a process limited to 256 MB.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serviceFlags } from '../../../../scripts/command/service-flags.ts'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import { fetchApi } from '../../fixtures/test-client.ts'
import { openSampleFixture } from '../../fixtures/test-service.ts'
import { kill, waitForOutput } from '../../live/service-process.ts'
import type { FaultRow, Rig } from '../fault-row.ts'
import { allocatorSettings } from '../process-figures.ts'
import { memoryGroups } from './memory-groups.ts'

const limitMegabytes = 256
const concurrentRequests = 200

/** A Node process that the kernel kills if it uses more memory than the limit. */
class LimitedProcess {
  readonly #group = join(memoryGroups, `faults-${process.pid}-${Math.floor(performance.now())}`)
  readonly child: ChildProcess

  constructor(args: readonly string[], settings: Readonly<Record<string, string>>) {
    mkdirSync(this.#group)
    writeFileSync(join(this.#group, 'memory.limit_in_bytes'), String(limitMegabytes * 1024 * 1024))
    const enter = ['-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', this.#group, process.execPath, ...args]
    this.child = spawn('sh', enter, {
      ...{ cwd: join(import.meta.dirname, '../../../..'), env: commandEnvironment(settings) },
    })
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }

  get highestMegabytes(): number {
    return Number(readFileSync(join(this.#group, 'memory.max_usage_in_bytes'), 'utf8')) / 1024 / 1024
  }

  async remove(): Promise<void> {
    if (!this.hasEnded) await kill(this.child)
    // The kernel releases a group a moment after its last process has ended.
    for (let tries = 0; existsSync(this.#group) && tries < 100; tries += 1) {
      await sleep(50)
      try {
        rmdirSync(this.#group)
      } catch {
        continue
      }
    }
  }
}

async function requestLargeAnswers(
  rig: Rig,
  limited: LimitedProcess,
  port: number,
  targets: readonly string[],
): Promise<void> {
  const statuses = new Map<number, number>()
  for (let asked = 0; asked < rig.amount && !limited.hasEnded; asked += concurrentRequests) {
    const requests = Array.from({ length: concurrentRequests }, async (_, nth) => {
      const target = `${targets[nth % targets.length]}&max_vendor_price=${1_000_000 + asked + nth}`
      const answer = fetchApi({ port }, target, { undeclared: 'allowed', headers: { 'accept-encoding': 'gzip' } })
      const status = await answer.then(
        (reply) => reply.status,
        () => 0,
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      rig.check([200, 429, 503].includes(status), `${target} was answered with ${status}`)
    })
    await Promise.all(requests)
  }
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  rig.note(`${counts}; ${limited.highestMegabytes.toFixed(0)} MB at most`)
  rig.check(!limited.hasEnded, `it was ended, ${limited.child.signalCode ?? limited.child.exitCode}`)
}

async function run(rig: Rig): Promise<void> {
  const fixture = await openSampleFixture()
  const limited = new LimitedProcess([...serviceFlags, 'scripts/serve.ts'], {
    ...(await fixture.store.settings()),
    ...{ PORT: '0', OBSERVER_PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_ANONYMOUS: '1000000', MEMORY_MB: '32' },
    ...allocatorSettings,
    ...{ EXPORTS_PER_ADDRESS: '1000', EXPORTS: '1000' },
  })
  try {
    const [, port] = await waitForOutput(limited.child, 'stderr', /Serving on http:\/\/[^:]+:(\d+)/)
    await requestLargeAnswers(rig, limited, Number(port), [
      '/v2/items?limit=250&locale=ja',
      '/v2/items?format=ndjson&locale=de',
    ])
  } finally {
    await limited.remove()
    await fixture.close()
  }
}

/** Source of a server that makes each answer completely before it sends the first byte. */
const wasteful = `
  require('node:http').createServer((req, res) => {
    const whole = Buffer.alloc(8e6, 'x')
    setTimeout(() => res.end(whole.subarray(0, 10)), 2000)
  }).listen(0, '127.0.0.1', function () { console.error('Serving on http://x:' + this.address().port) })`

async function runNegativeControl(rig: Rig): Promise<void> {
  const limited = new LimitedProcess(['-e', wasteful], {})
  try {
    const [, port] = await waitForOutput(limited.child, 'stderr', /Serving on http:\/\/[^:]+:(\d+)/)
    const ended = once(limited.child, 'exit')
    await Promise.race([requestLargeAnswers(rig, limited, Number(port), ['/?x=1']), ended])
    rig.check(!limited.hasEnded, 'it was ended')
  } finally {
    await limited.remove()
  }
}

export const memoryLimit: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run,
  negativeControl: {
    what: 'a server that keeps each complete answer in memory',
    amount: concurrentRequests,
    finds: [/^it was ended/],
    run: runNegativeControl,
  },
}
