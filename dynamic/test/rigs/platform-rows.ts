import type { ListedRow } from './fault-row.ts'
import { strace } from './storage/trace.ts'

/** Faults of what the program runs on and is made of: packages, network, clock, regular expressions. */
export const platformRows: readonly ListedRow[] = [
  {
    numbers: [46],
    title: 'bundles and requests that name hosts, without any network but loopback',
    mustHold: 'nothing is reached but this machine',
    everyChange: true,
    needs: { root: true, programs: { ...strace, unshare: 'util-linux', ip: 'iproute2' } },
    amount: { short: 60, long: 20_000 },
    load: async () => (await import('./platform/egress.ts')).egress,
  },
  {
    numbers: [48],
    title: 'regular expressions of served code, searched for texts that make them slow (recheck)',
    mustHold: 'none takes more than linear time',
    everyChange: true,
    needs: {},
    // All there are, in both forms: a hundred of them missed one for days.
    amount: { short: 10_000, long: 10_000 },
    load: async () => (await import('./requests/slow-expressions.ts')).slowExpressions,
  },
  {
    numbers: [56],
    title: 'packages that run code when installed, have other bytes, come from elsewhere, or are a day old',
    mustHold: 'no script runs, other bytes and hosts are refused, an update waits a week',
    everyChange: true,
    needs: { programs: { npm: 'npm' } },
    amount: { short: 1, long: 12 },
    load: async () => (await import('./platform/hostile-packages.ts')).hostilePackages,
  },
  {
    numbers: [59],
    title: 'days that few programs expect, clocks that are set while the service runs, time zones',
    mustHold: 'no negative age, waits of a minute at most; what is observed in the future is quarantined',
    everyChange: true,
    needs: { programs: { faketime: 'faketime' } },
    amount: { short: 6, long: 500 },
    load: async () => (await import('./platform/clocks.ts')).clocks,
  },
]
