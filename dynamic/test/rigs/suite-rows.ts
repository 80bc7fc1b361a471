import type { ListedRow } from './fault-row.ts'
import { suiteRow } from './suite-row.ts'

/** Faults that suites inject: with every change in their short form. */
export const suiteRows: readonly ListedRow[] = [
  suiteRow({
    numbers: [6],
    title: 'two imports at once; the lock of one that was killed',
    mustHold: 'one wins, the other ends with a sentence; a lock ends with its process',
    suites: ['build/import-and-render.test.ts', 'build/two-imports.test.ts'],
    negativeControl: 'imports whose lock keeps nobody out',
  }),
  suiteRow({
    numbers: [7],
    title: 'readers while patches are imported and rolled back',
    mustHold: 'no walk of two patches, no listed page missing',
    suites: [
      'dynamic/test/catalog/import-while-serving.test.ts',
      'dynamic/test/catalog/rollback-while-serving.test.ts',
    ],
    negativeControl: 'a service that mixes catalogs, leaves rows out, loses pages',
  }),
  suiteRow({
    numbers: [19, 20],
    title: 'the origin is dead, comes back, behind the edge and nginx',
    mustHold: 'every rendered path answers as before; the rest is a 503 that is not cached',
    suites: [
      'dynamic/edge',
      'dynamic/test/edge/edge-outage.test.ts',
      'dynamic/test/edge/edge-cache.test.ts',
      'dynamic/test/edge/nginx-cache.test.ts',
      'dynamic/test/edge/flapping.test.ts',
    ],
    negativeControl: 'a tree without its files; a cache that keeps what it was told while the origin was away',
  }),
  suiteRow({
    numbers: [22],
    title: 'validators, ranges and encodings through the edge and nginx',
    mustHold: 'the same status, body and headers as from the service',
    suites: ['dynamic/test/edge/edge-matrix.test.ts', 'dynamic/test/edge/nginx-matrix.test.ts'],
    negativeControl: 'caches with another status, ETag, Vary, byte or encoding',
  }),
  suiteRow({
    numbers: [28, 29, 30],
    title: 'observations again, in another order, cut off, malformed, too long, too many',
    mustHold: 'each line counts once; what is wrong is in quarantine, its neighbours are stored',
    suites: [
      'data/store/live/intake',
      'data/store/live/feeds',
      'dynamic/observer',
      'dynamic/test/live/live-ingest.test.ts',
      'dynamic/test/live/live-cut.test.ts',
    ],
    negativeControl:
      'an intake that takes lines for new ones twice, loses the neighbours of a bad one, or stores what was cut off',
  }),
  suiteRow({
    numbers: [38, 51, 53],
    title: 'quotas and the matrix of keys, scopes, origins and states',
    mustHold: 'nothing below a limit is refused, nothing without a permission answered',
    suites: ['dynamic/test/http/gate.test.ts', 'dynamic/test/http/key-matrix.test.ts', 'data/store/accounts'],
    negativeControl: 'quotas that are off by one; gates that skip a check, or judge a key once',
  }),
  suiteRow({
    numbers: [44, 49],
    title: 'names of prototypes as parameters; what errors tell',
    mustHold: 'a 400 that names the parameter, and nothing of the inside',
    suites: ['dynamic/test/contract/bad-queries.test.ts', 'dynamic/test/contract/errors.test.ts'],
    negativeControl: 'a service that looks names up in an object, or shows where it failed',
  }),
  suiteRow({
    numbers: [8],
    title: 'pages, files and releases that clients began to read before an import',
    mustHold: 'they end on the patch that they began with, or the files of it are still there',
    suites: [
      'dynamic/test/catalog/pages-while-importing.test.ts',
      'dynamic/test/catalog/import-while-serving.test.ts',
      'build/publish-tree/publish-tree.test.ts',
    ],
    negativeControl: 'a catalog that its pages do not hold',
  }),
  suiteRow({
    numbers: [47],
    title: 'names and addresses that are code for a browser: pages, search, live lists, dashboard',
    mustHold: 'they are text; no script runs, no policy has to stop one',
    suites: ['site/test/every-page/hostile-names.test.ts', 'site/test/every-page/escaping.test.ts'],
    negativeControl: 'names that are markup',
  }),
  suiteRow({
    numbers: [54],
    title: 'observations and metrics at the public listener; a website that leads a browser to the observer’s',
    mustHold: 'nothing is there; metrics are for this machine by its own names alone',
    suites: ['dynamic/test/live/live-ingest.test.ts'],
    negativeControl: 'a public listener that takes observations',
  }),
  suiteRow({
    numbers: [58],
    title: 'databases of newer and older versions, moves that are killed, several processes that open at once',
    mustHold: 'what is newer is refused untouched; what is older is brought up once; nothing is lost',
    suites: [
      'data/store/accounts/accounts-file.test.ts',
      'data/store/live/intake/live-writer.test.ts',
      'data/store/catalog/create-catalog.test.ts',
      'data/store/dialect',
      'scripts/move.test.ts',
    ],
    negativeControl: 'a store that takes every version for its own; a move that leaves a row out',
    kills: 200,
  }),
  suiteRow({
    numbers: [55],
    title: 'sign-in: state, redirects, sessions, CSRF',
    mustHold: 'no case passes',
    suites: ['dynamic/account'],
    negativeControl: 'a sign-in that takes any state',
  }),
  suiteRow({
    numbers: [25],
    title: 'the writer of observations, the service, and one that writes a snapshot of the market are killed',
    mustHold: 'every acknowledged row is there once, and the next process goes on',
    suites: ['dynamic/test/live/live-kill.test.ts', 'dynamic/test/live/snapshot-kill.test.ts'],
    negativeControl: 'a writer that acknowledges before it stores',
    kills: 200,
  }),
  suiteRow({
    numbers: [60],
    title: 'is it seen? Faults that are injected beside a scraper of metrics',
    mustHold:
      'each row has a metric, an error or an exit by which it is seen, or a reason why it has no effect; metrics show it',
    suites: ['dynamic/test/rigs/seen.test.ts'],
    negativeControl: 'a request that nothing counts as a fault',
  }),
  suiteRow({
    numbers: [61],
    title: 'PostgreSQL, Redis, the network or an instance dies; catalogs and publishes that went wrong',
    mustHold: 'nothing acknowledged is lost or twice, catalogs are served as before, everything goes on by itself',
    suites: ['dynamic/test/instances'],
    negativeControl: 'a service that acknowledges what its database did not store',
  }),
]
