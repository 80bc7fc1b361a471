import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{data,build,dynamic,site,scripts}/**/*.test.ts'],
    globalSetup: 'site/test/build-once.ts',
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    sequence: { shuffle: { files: true, tests: false } },
  },
})
