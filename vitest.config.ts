import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { databaseServer } from './scripts/test/database-server.ts'
import { clearEnvironment } from './scripts/test/environment.ts'
import LongestFirst from './scripts/test/longest-first.ts'

clearEnvironment()

const everySuite = '{data,build,dynamic,site,scripts}/**/*.test.ts'
/** Suites with a service, or with commands of their own processes. */
const ofService = [
  'dynamic/test/!(architecture)/**/*.test.ts',
  'scripts/*.test.ts',
  'scripts/site/publish-*.test.ts',
  'scripts/operations/monitoring/*.test.ts',
]
/** Suites of the built site, and of a browser. */
const ofBrowser = ['site/test/**/*.test.ts', '**/*-browser.test.ts']

/** Suites of accounts and live data: they run on SQLite, and once more on PostgreSQL. */
const ofStores = [
  'data/store/{accounts,live}/**/*.test.ts',
  'dynamic/account/**/*.test.ts',
  'dynamic/test/live/**/*.test.ts',
  'dynamic/test/http/{gate,key-matrix}.test.ts',
  'scripts/{keys,live-commands}.test.ts',
]
/** What a file promises, how long answers take beside a crowd, and what reads no database. */
const ofFiles = [
  'data/store/accounts/{key-state-cache,key-text,origins,redact-keys}.test.ts',
  'data/store/live/reading/market-index/**/*.test.ts',
  'data/store/live/reading/snapshot-file.test.ts',
  'data/store/live/intake/{catalog-items,line-reader}.test.ts',
  'data/store/live/rows/*.test.ts',
  'data/store/live/snapshot-threads.test.ts',
  'dynamic/account/{account-settings,local-path}.test.ts',
  'data/store/accounts/accounts-file.test.ts',
  'dynamic/test/live/{live-crowd,live-streams,snapshot-kill}.test.ts',
]
const ofPostgres = [
  'data/store/dialect/postgres*.test.ts',
  'data/store/move/copy-*.test.ts',
  'scripts/{backup,move}.test.ts',
]
/** Workers are short-lived: with 512 MB before their first full collection they take a twentieth less processor time. */
const heapFlags = ['--min-semi-space-size=32', '--max-semi-space-size=64', '--initial-heap-size=512']
for (const flag of heapFlags) setFlagsFromString(flag)
const TEST_DATABASE_URL = await databaseServer()

/**
 * Upper bounds for a machine that is busy with something else; what hangs is found all the same. What misses a moment
 * is tried once more, and the report names each test that needed it.
 */
const patience = { testTimeout: 180_000, hookTimeout: 600_000, retry: 1, expect: { poll: { timeout: 60_000 } } }
const setupFiles = ['scripts/test/compile-cache.ts']

export default defineConfig({
  test: {
    // A suite waits for its service or browser as often as it computes.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    // Suites load sources as the service does, by Node itself: a tenth less processor time than through Vite.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      {
        test: {
          ...patience,
          setupFiles,
          name: 'unit',
          include: [everySuite],
          exclude: ['**/node_modules/**', ...ofService, ...ofBrowser, ...ofPostgres],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        test: {
          ...patience,
          setupFiles,
          name: 'service',
          include: ofService,
          exclude: ['**/node_modules/**', ...ofBrowser, ...ofPostgres],
          pool: 'forks',
          execArgv: heapFlags,
          isolate: false,
          globalSetup: 'scripts/test/build-once.ts',
        },
      },
      {
        test: {
          ...patience,
          setupFiles,
          name: 'postgres',
          include: TEST_DATABASE_URL === undefined ? [] : [...ofStores, ...ofPostgres],
          exclude: ['**/node_modules/**', ...ofFiles],
          env: { TEST_DATABASE_URL, TEST_DATABASE_RUN: String(process.pid) },
          pool: 'forks',
          execArgv: heapFlags,
          isolate: false,
          globalSetup: ['scripts/test/build-once.ts', 'scripts/test/databases-once.ts'],
        },
      },
      {
        test: {
          ...patience,
          setupFiles,
          name: 'browser',
          include: ofBrowser,
          exclude: ['**/node_modules/**'],
          pool: 'forks',
          execArgv: heapFlags,
          isolate: false,
          globalSetup: 'scripts/test/browser-once.ts',
        },
      },
    ],
  },
})
