// Configuration for mutation.ts: only the suites of one place, in one thread, so that a mutant takes a second.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTATION_SUITES ?? '[]') as string[],
    ...{ pool: 'threads', isolate: false },
  },
})
