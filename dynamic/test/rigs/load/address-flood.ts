// Requests from ever new addresses: the memory for their counters is bounded, and disguised clients are still limited.
import type { IncomingMessage } from 'node:http'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { collectGarbage } from '../../../../data/store/cache/collect-garbage.ts'
import { clientNetwork } from '../../../gate/client-address.ts'
import { RateLimits } from '../../../gate/rate-limits.ts'
import type { FaultRow, Rig } from '../fault-row.ts'

const maxMegabytes = 64
const anonymous = 60

/** Counts one request from a network; resolves to whether it is refused. */
type Count = (network: string) => Promise<boolean>

const heapMegabytes = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

const requestFrom = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

const ipv4 = (nth: number) => `${10 + ((nth >> 24) & 127)}.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
const ipv6 = (nth: number, host: number) =>
  `2001:db8:${((nth >> 16) & 0xffff).toString(16)}:${(nth & 0xffff).toString(16)}::${host.toString(16)}`

async function flood(rig: Rig, count: Count): Promise<void> {
  const before = heapMegabytes()
  let wrong = 0
  for (let nth = 0; nth < rig.amount; nth += 1) {
    if (await count(clientNetwork(requestFrom(nth % 2 ? ipv4(nth) : ipv6(nth, 1)), 0))) wrong += 1
    if (nth % 5000 === 0) await new Promise(setImmediate)
  }
  const grown = heapMegabytes() - before
  rig.note(`${rig.amount} addresses take ${grown.toFixed(0)} MB`)
  rig.check(wrong === 0, `${wrong} first requests were refused`)
  rig.check(grown <= maxMegabytes, `${rig.amount} addresses take ${grown.toFixed(0)} MB`)
}

/** Checks that a /64 counts as one client, and that a forged `X-Forwarded-For` does not change the client. */
async function disguises(rig: Rig, count: Count): Promise<void> {
  for (const [what, from] of [
    ['addresses of one /64', (nth: number) => requestFrom(ipv6(0xffff_0000, nth + 1))],
    ['forged X-Forwarded-For', (nth: number) => requestFrom('203.0.113.77', ipv4(nth))],
    ['an IPv4 address written as IPv6', (nth: number) => requestFrom(nth % 2 ? '::ffff:203.0.113.78' : '203.0.113.78')],
  ] as const) {
    let accepted = 0
    for (let nth = 0; nth < 2 * anonymous; nth += 1) if (!(await count(clientNetwork(from(nth), 0)))) accepted += 1
    rig.check(accepted === anonymous, `${what}: ${accepted} of ${anonymous} requests were accepted`)
  }
}

export const addressFlood: Pick<FaultRow, 'run' | 'negativeControl'> = {
  async run(rig) {
    const limits = new RateLimits({ anonymous, key: 600, tiers: {} })
    const count: Count = async (network) => (await limits.consume({ network })).isExceeded
    await disguises(rig, count)
    await flood(rig, count)
  },
  negativeControl: {
    what: 'a limiter that keeps a counter for every address of the last minute',
    amount: 260_000,
    finds: [/^\d+ addresses take \d+ MB$/],
    run: async (rig) => {
      const limiter = new RateLimiterMemory({ points: anonymous, duration: 60 })
      const isFull = (reason: unknown) => reason instanceof RateLimiterRes
      await flood(rig, (network) => limiter.consume(network).then(() => false, isFull))
    },
  },
}
