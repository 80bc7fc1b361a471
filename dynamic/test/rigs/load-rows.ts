import type { ListedRow } from './fault-row.ts'

/** Faults of many, slow or costly requests. */
export const loadRows: readonly ListedRow[] = [
  {
    numbers: [34],
    title: 'slow headers, bodies and silent sockets, from one address and from 200',
    mustHold: 'plain clients are answered; what sends nothing to an end is closed',
    everyChange: false,
    needs: {},
    amount: { short: 400, long: 4000 },
    load: async () => (await import('./load/sockets.ts')).slowSockets,
  },
  {
    numbers: [32],
    title: 'the observer, then the service is stopped for a while (SIGSTOP)',
    mustHold: 'ages tell it; nothing is made up; it catches up at once',
    everyChange: false,
    needs: {},
    amount: { short: 2, long: 200 },
    load: async () => (await import('./load/stopped.ts')).stopped,
  },
  {
    numbers: [37, 40],
    title: 'the costliest valid requests, and floods of names that nobody has',
    mustHold: 'nothing over 250 ms of the main thread; a name that is not there costs about as much as one that is',
    everyChange: false,
    needs: {},
    amount: { short: 600, long: 100_000 },
    load: async () => (await import('./load/worst-queries.ts')).worstQueries,
  },
  {
    numbers: [35],
    title: 'a thousand connections to a process that may have 256 files open',
    mustHold: 'it neither ends nor spins, and answers when they are gone',
    everyChange: false,
    needs: { root: true, programs: { prlimit: 'util-linux' } },
    amount: { short: 1000, long: 20_000 },
    load: async () => (await import('./load/descriptors.ts')).descriptors,
  },
  {
    numbers: [39],
    title: 'requests from ever new addresses, from one /64, with forged X-Forwarded-For',
    mustHold: 'what is remembered of them has 64 MB at most; a /64 is one client',
    everyChange: true,
    needs: {},
    amount: { short: 80_000, long: 16_000_000 },
    load: async () => (await import('./load/address-flood.ts')).addressFlood,
  },
]
