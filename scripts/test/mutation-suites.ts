// For mutation.ts: the suites of one place alone, in one thread, so that a change costs a second.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTATION_SUITES ?? '[]') as string[],
    ...{ pool: 'threads', isolate: false },
  },
})
