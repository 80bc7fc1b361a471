// The program connects only to this machine while it imports and answers, whatever hosts bundles and requests name.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandEnvironment } from '../../../../scripts/test/environment.ts'
import type { FaultRow, Rig } from '../fault-row.ts'

/** Matches the addresses in the system calls that strace prints. */
const addresses = /sin_addr=inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/g
const isHere = (address: string) => /^127\.|^::1$|^::ffff:127\./.test(address)

/** Runs a program with no network but loopback, and checks the addresses that it tried to reach. */
async function watch(rig: Rig, args: readonly string[]): Promise<void> {
  const log = join(rig.folder, 'connects')
  const traced = ['strace', '-f', '--seccomp-bpf', '-e', 'trace=connect,sendto,sendmsg,sendmmsg', '-o', log]
  const inside = ['-c', 'ip link set lo up && exec "$0" "$@"', ...traced, process.execPath, ...args]
  const child = spawn('unshare', ['--net', 'sh', ...inside], {
    ...{
      env: commandEnvironment(),
      cwd: join(import.meta.dirname, '../../../..'),
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  const reached = [...readFileSync(log, 'utf8').matchAll(addresses)].map(([, four, six]) => four ?? six ?? '')
  const elsewhere = new Set(reached.filter((address) => !isHere(address)))
  rig.note(`${rig.amount} requests, ${reached.length} connections`)
  rig.check(code === 0, () => `the program ended with ${code}: ${said.slice(-500)}`)
  rig.check(reached.length > 0, 'no connection was seen at all')
  rig.check(elsewhere.size === 0, () => `it tried to reach ${[...elsewhere].join(', ')}`)
}

const fetchingServer = `
  const server = require('node:http').createServer(async (req, res) => {
    await fetch(new URL(req.url, 'http://x').searchParams.get('url')).catch(() => undefined)
    res.end()
  }).listen(0, '127.0.0.1', async () => {
    await fetch('http://127.0.0.1:' + server.address().port + '/?url=http://192.0.2.1/')
    process.exit()
  })`

export const egress: Pick<FaultRow, 'run' | 'negativeControl'> = {
  run: (rig) =>
    watch(rig, [join(import.meta.dirname, 'answer-everything.ts'), rig.folder, String(rig.amount), String(rig.seed)]),
  negativeControl: {
    what: 'a server that fetches the URL in its query',
    amount: 1,
    finds: [/^it tried to reach /],
    run: (rig) => watch(rig, ['-e', fetchingServer]),
  },
}
