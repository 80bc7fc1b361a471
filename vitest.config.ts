import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { clearEnvironment } from './scripts/test/environment.ts'

clearEnvironment()

const everySuite = '{data,build,dynamic,site,scripts}/**/*.test.ts'
/** Suites with a service, or with commands of their own processes. */
const ofService = ['dynamic/test/!(architecture)/**/*.test.ts', 'scripts/*.test.ts', 'scripts/site/publish-*.test.ts']
/** Suites of the built site, and of a browser. */
const ofBrowser = ['site/test/**/*.test.ts', '**/*-browser.test.ts']

/** Upper bounds for a machine that is busy with something else; what hangs is found all the same. */
const patience = { testTimeout: 180_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } }

export default defineConfig({
  test: {
    // A suite waits for its service or browser as often as it computes.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          include: [everySuite],
          exclude: ['**/node_modules/**', ...ofService, ...ofBrowser],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        test: {
          ...patience,
          name: 'service',
          include: ofService,
          exclude: ['**/node_modules/**', ...ofBrowser],
          pool: 'forks',
          isolate: false,
          globalSetup: 'scripts/test/build-once.ts',
        },
      },
      {
        test: {
          ...patience,
          name: 'browser',
          // A browser on a busy machine can miss a moment; the report names each test that needed this.
          retry: 1,
          include: ofBrowser,
          exclude: ['**/node_modules/**'],
          pool: 'forks',
          isolate: false,
          globalSetup: 'scripts/test/browser-once.ts',
        },
      },
    ],
  },
})
