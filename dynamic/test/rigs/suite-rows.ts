import type { ListedRow } from './fault-row.ts'
import { suiteRow } from './suite-row.ts'

/** Faults that test suites inject; `npm test` runs these in their short form. */
export const suiteRows: readonly ListedRow[] = [
  suiteRow({
    numbers: [6],
    title: 'two imports at once; the lock of a killed import',
    mustHold: 'one wins, the other ends with an error message; a lock ends with its process',
    suites: ['build/import-and-render.test.ts', 'build/two-imports.test.ts'],
    negativeControl: 'imports whose lock excludes no other import',
  }),
  suiteRow({
    numbers: [7],
    title: 'readers while patches are imported and rolled back',
    mustHold: 'no reader gets pages of two patches, no listed page is missing',
    suites: [
      'dynamic/test/catalog/import-while-serving.test.ts',
      'dynamic/test/catalog/rollback-while-serving.test.ts',
    ],
    negativeControl: 'a service that mixes catalogs, leaves out rows, or loses pages',
  }),
  suiteRow({
    numbers: [19, 20],
    title: 'the origin behind the edge and nginx dies and comes back',
    mustHold: 'every rendered path is answered as before; everything else is a 503 that is not cached',
    suites: [
      'dynamic/edge',
      'dynamic/test/edge/edge-outage.test.ts',
      'dynamic/test/edge/edge-cache.test.ts',
      'dynamic/test/edge/nginx-cache.test.ts',
      'dynamic/test/edge/flapping.test.ts',
    ],
    negativeControl: 'a tree without its files; a cache that keeps its answers from the time when the origin was down',
  }),
  suiteRow({
    numbers: [22],
    title: 'validators, ranges and encodings through the edge and nginx',
    mustHold: 'the same status, body and headers as from the service',
    suites: ['dynamic/test/edge/edge-matrix.test.ts', 'dynamic/test/edge/nginx-matrix.test.ts'],
    negativeControl: 'caches that change a status, ETag, Vary header, byte or encoding',
  }),
  suiteRow({
    numbers: [28, 29, 30],
    title: 'observations that are repeated, reordered, cut off, malformed, too long or too many',
    mustHold: 'each line counts once; bad lines are quarantined, their neighbours are stored',
    suites: [
      'data/store/live/intake',
      'data/store/live/feeds',
      'dynamic/observer',
      'dynamic/test/live/live-ingest.test.ts',
      'dynamic/test/live/live-cut.test.ts',
    ],
    negativeControl:
      'an intake that counts repeated lines as new, loses the neighbours of a bad line, or stores what was cut off',
  }),
  suiteRow({
    numbers: [38, 51, 53],
    title: 'quotas, and the matrix of keys, scopes, origins and states',
    mustHold: 'no request below a limit is refused, no request without permission is answered',
    suites: ['dynamic/test/http/gate.test.ts', 'dynamic/test/http/key-matrix.test.ts', 'data/store/accounts'],
    negativeControl: 'quotas that are off by one; gates that skip a check, or check a key only once',
  }),
  suiteRow({
    numbers: [44, 49],
    title: 'parameters named like members of prototypes; what errors disclose',
    mustHold: 'the answer is a 400 that names the parameter and discloses nothing internal',
    suites: ['dynamic/test/contract/bad-queries.test.ts', 'dynamic/test/contract/errors.test.ts'],
    negativeControl: 'a service that looks names up in an object, or shows where it failed',
  }),
  suiteRow({
    numbers: [8],
    title: 'pages, files and releases that clients began to read before an import',
    mustHold: 'they end on the patch that they began with, or its files are still there',
    suites: [
      'dynamic/test/catalog/pages-while-importing.test.ts',
      'dynamic/test/catalog/import-while-serving.test.ts',
      'build/publish-tree/publish-tree.test.ts',
    ],
    negativeControl: 'a catalog that is closed although pages still read it',
  }),
  suiteRow({
    numbers: [47],
    title: 'names and addresses that a browser would run as code, in pages, search, live lists and the dashboard',
    mustHold: 'they appear as text; no script runs, and no policy has to stop one',
    suites: ['site/test/every-page/hostile-names.test.ts', 'site/test/every-page/escaping.test.ts'],
    negativeControl: 'a page that inserts a name as markup',
  }),
  suiteRow({
    numbers: [54],
    title:
      'observations and metrics at the public listener; a website that directs a browser to the observer’s listener',
    mustHold: 'the public listener has neither; metrics are only for this machine, under its own names',
    suites: ['dynamic/test/live/live-ingest.test.ts'],
    negativeControl: 'a public listener that accepts observations',
  }),
  suiteRow({
    numbers: [58],
    title: 'databases of newer and older versions, killed moves, several processes that open a database at once',
    mustHold: 'newer databases are refused untouched, older ones are migrated once, nothing is lost',
    suites: [
      'data/store/accounts/accounts-file.test.ts',
      'data/store/live/intake/live-writer.test.ts',
      'data/store/catalog/create-catalog.test.ts',
      'data/store/dialect',
      'scripts/move.test.ts',
    ],
    negativeControl: 'a store that accepts every version; a move that leaves out a row',
    kills: 200,
  }),
  suiteRow({
    numbers: [55],
    title: 'sign-in: state, redirects, sessions, CSRF',
    mustHold: 'no attack succeeds',
    suites: ['dynamic/account'],
    negativeControl: 'a sign-in that accepts any state',
  }),
  suiteRow({
    numbers: [25],
    title: 'the writer of observations, the service, or a process that writes a market snapshot is killed',
    mustHold: 'every acknowledged row is there exactly once, and the next process continues',
    suites: ['dynamic/test/live/live-kill.test.ts', 'dynamic/test/live/snapshot-kill.test.ts'],
    negativeControl: 'a writer that acknowledges before it stores',
    kills: 200,
  }),
  suiteRow({
    numbers: [60],
    title: 'detection: faults that are injected while metrics are scraped',
    mustHold:
      'each row has a metric, an error or an exit that reveals it, or a reason why it has no effect; the metrics do change',
    suites: ['dynamic/test/rigs/fault-signals.test.ts'],
    negativeControl: 'a request that no metric counts as a fault',
  }),
  suiteRow({
    numbers: [61],
    title: 'PostgreSQL, Redis, the network or an instance fails; catalogs and publishes go wrong',
    mustHold: 'nothing acknowledged is lost or doubled, catalogs are served as before, everything recovers by itself',
    suites: ['dynamic/test/instances'],
    negativeControl: 'a service that acknowledges rows that its database did not store',
  }),
]
