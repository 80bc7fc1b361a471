import type { Bench } from './measure/bench.ts'

/** A bench that is loaded only when it runs. */
interface ListedBench {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<Bench>
}

/** All benches, in the order in which they run. */
export const benches: readonly ListedBench[] = [
  {
    name: 'import',
    summary: 'Rows a second of an import, against a bare insert of the same bytes; memory of an import of a million.',
    load: async () => (await import('./imports.ts')).importBench,
  },
  {
    name: 'render',
    summary: 'Files a second of a render, against bare writes of the same bytes; and a render with nothing to do.',
    load: async () => (await import('./rendering.ts')).renderBench,
  },
  {
    name: 'static-read',
    summary: 'Requests a second of pre-rendered rows and pages over HTTP, against a bare node:http server.',
    load: async () => (await import('./static-read.ts')).staticReadBench,
  },
  {
    name: 'filtered-read',
    summary: 'Requests a second of filtered pages of 25 items, against a bare Express app with precomputed answers.',
    load: async () => (await import('./filtered-read.ts')).filteredReadBench,
  },
  {
    name: 'sorted-read',
    summary: 'Sorted and filtered pages of 25 items, against the same pages unsorted.',
    load: async () => (await import('./sorted-read.ts')).sortedReadBench,
  },
  {
    name: 'old-patch',
    summary: 'Filtered pages of the oldest patch, against the same pages of the current one.',
    load: async () => (await import('./old-patch.ts')).oldPatchBench,
  },
  {
    name: 'read-kinds',
    summary: 'Deep pages, parts of names, other languages, embedded rows, compressed bodies, pages of the explorer.',
    load: async () => (await import('./reads/read-kinds.ts')).readKindsBench,
  },
  {
    name: 'import-latency',
    summary: 'p99 of rendered rows while a patch is imported, against that before.',
    load: async () => (await import('./reads/import-latency.ts')).importLatencyBench,
  },
  {
    name: 'search',
    summary: 'Searches of the sample world, names with and without typos, against a scan of all its names and texts.',
    load: async () => (await import('./search.ts')).searchBench,
  },
  {
    name: 'patches',
    summary: 'Import and render of the 20th patch, against the first; growth of the catalog by a patch.',
    load: async () => (await import('./patches.ts')).patchesBench,
  },
  {
    name: 'bulk',
    summary: 'Time and bytes of the bulk files of a patch with 1 % changed, against the rest of its import.',
    load: async () => (await import('./bulk.ts')).bulkBench,
  },
  {
    name: 'publish',
    summary: 'Bytes to upload after an import into a tree of 20 patches, against the whole tree.',
    load: async () => (await import('./publishing.ts')).publishBench,
  },
  {
    name: 'gate',
    summary: 'Key and quota of one request, against a whole filtered read over HTTP.',
    load: async () => (await import('./gate-cost.ts')).gateBench,
  },
  {
    name: 'memory',
    summary:
      'Memory by phase and part: when ready, after 220,000 requests of every kind, and its growth from then on (MINUTES=60: for an hour; LARGE=1: ten times the items, 50 patches).',
    load: async () => (await import('./memory.ts')).memoryBench,
  },
  {
    name: 'market-index',
    summary:
      "Time and memory of the market's index from its snapshot, against the goals for 5 M listings (LISTINGS=<n>: for fewer).",
    load: async () => (await import('./live/market-index.ts')).marketIndexBench,
  },
  {
    name: 'intake',
    summary: 'Intake of listings on SQLite and on PostgreSQL, against a bare multi-row insert of the same rows.',
    load: async () => (await import('./live/intake.ts')).intakeBench,
  },
  {
    name: 'live',
    summary: 'Market, prices and trades of a full year against a hundredth of it.',
    load: async () => (await import('./live.ts')).liveBench,
  },
  {
    name: 'crowd',
    summary: '200 clients on live data while 2,000 listings a minute come in; two instances behind nginx against one.',
    load: async () => (await import('./live/crowd.ts')).crowdBench,
  },
  {
    name: 'streams',
    summary: 'A request during 500 event streams and 2,000 new listings a minute, against one without streams.',
    load: async () => (await import('./live/streams.ts')).streamsBench,
  },
  {
    name: 'cdn',
    summary:
      'An hour of 200,000 requests through the edge: what reaches the service, the bytes sent, and the cost of a month.',
    load: async () => (await import('./cdn.ts')).cdnBench,
  },
  {
    name: 'site',
    summary:
      'Pages in Chromium at a quarter of the speed, and the time to write pages, for one and for three times as many.',
    load: async () => (await import('./site.ts')).siteBench,
  },
]
