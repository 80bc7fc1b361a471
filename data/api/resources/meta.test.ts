import { expect, it } from 'vitest'
import { bodyOf, testStore } from '../test-store.ts'

it('says what is served: the build, and the current patch of each branch', () => {
  expect(bodyOf('/v2/meta')).toMatchObject({
    build: { version: 'test' },
    current: {
      main: { id: 4, version: '1.2.0.2247', display_name: '1.2.0.2247', imported_at: '2026-01-01T12:04:00.000Z' },
      ptr: { id: 3, version: '1.2.0.2230-ptr' },
    },
  })
})

it('answers before anything was imported', () => {
  expect(bodyOf('/v2/meta', testStore({ patches: [], rows: {} }))).toMatchObject({ current: {} })
})
