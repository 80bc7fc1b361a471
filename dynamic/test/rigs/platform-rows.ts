import type { ListedRow } from './fault-row.ts'
import { straceNeeds } from './storage/trace.ts'

/** Faults of the platform and the building blocks: packages, network, clock, regular expressions. */
export const platformRows: readonly ListedRow[] = [
  {
    numbers: [46],
    title: 'bundles and requests that name hosts, with no network but loopback',
    mustHold: 'no connection to another machine is attempted',
    everyChange: true,
    needs: { root: true, programs: { ...straceNeeds, unshare: 'util-linux', ip: 'iproute2' } },
    amount: { short: 60, long: 20_000 },
    load: async () => (await import('./platform/egress.ts')).egress,
  },
  {
    numbers: [48],
    title: 'regular expressions of served code, searched for inputs that make them slow (recheck)',
    mustHold: 'none takes more than linear time',
    everyChange: true,
    needs: {},
    // Both forms check all expressions, because a sample misses slow ones.
    amount: { short: 10_000, long: 10_000 },
    load: async () => (await import('./requests/slow-expressions.ts')).slowExpressions,
  },
  {
    numbers: [56],
    title: 'packages with install scripts, with other bytes than locked, from other hosts, or only a day old',
    mustHold: 'no script runs, other bytes and hosts are refused, an update skips versions less than a week old',
    everyChange: true,
    needs: { programs: { npm: 'npm' } },
    amount: { short: 1, long: 12 },
    load: async () => (await import('./platform/hostile-packages.ts')).hostilePackages,
  },
  {
    numbers: [59],
    title: 'unusual dates, clocks that are set while the service runs, time zones',
    mustHold: 'no negative age, waits of a minute at most; observations from the future are quarantined',
    everyChange: true,
    needs: { programs: { faketime: 'faketime' } },
    amount: { short: 6, long: 500 },
    load: async () => (await import('./platform/clocks.ts')).clocks,
  },
]
