import { expect, it } from 'vitest'
import type { LiveStore } from '../../model/live-store.ts'
import { respondLive } from '../../answer/respond.ts'
import { readUrl, testStore } from '../../test/test-store.ts'

const noon = Date.parse('2026-01-01T12:00:00Z')
const live = { now: () => noon, newest: () => Promise.resolve({ market: noon - 90_500 }) } as Partial<LiveStore>
const answer = (store = testStore()) => respondLive(readUrl('/v2/meta'), live as LiveStore, store)

it('says what is served: the build, and the current patch of each branch', async () => {
  const { body } = await answer()
  expect(JSON.parse(body)).toMatchObject({
    build: { version: 'test' },
    current: {
      main: { id: 4, version: '1.2.0.2247', display_name: '1.2.0.2247', imported_at: '2026-01-01T12:04:00.000Z' },
      ptr: { id: 3, version: '1.2.0.2230-ptr' },
    },
  })
})

it('says how old each feed is, and which was never seen', async () => {
  const silent = { observed_at: null, age_seconds: null }
  expect((JSON.parse((await answer()).body) as { feeds: unknown }).feeds).toEqual({
    'merchant-stock': silent,
    'merchant-quests': silent,
    market: { observed_at: '2026-01-01T11:58:29.500Z', age_seconds: 90 },
    trades: silent,
    population: silent,
    leaderboards: silent,
  })
})

it('is cached for a few seconds only', async () => {
  expect((await answer()).headers['cache-control']).toBe('public, max-age=5, stale-while-revalidate=50')
})

it('answers before anything was imported', async () => {
  const { body } = await answer(testStore({ patches: [], rows: {} }))
  expect(JSON.parse(body)).toMatchObject({ current: {} })
})
