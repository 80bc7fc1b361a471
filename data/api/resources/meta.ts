import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { feeds } from '../live/feeds.ts'
import { ageSeconds } from '../live/age.ts'
import { unscoped } from '../patch-modes.ts'

const feedState = z.strictObject({ observed_at: z.string().nullable(), age_seconds: z.int().nullable() })

export const meta = endpoint({
  id: 'meta',
  path: '/v2/meta',
  summary: 'What is served here: build, the current patch of each branch, and how old each feed is.',
  mode: unscoped,
  rows: false,
  maxAgeSeconds: 5,
  schema: z.strictObject({
    build: z.record(z.string(), z.string()),
    current: z.record(z.string(), z.looseObject({ id: z.int(), version: z.string() })),
    feeds: z.record(z.string(), feedState),
  }),
  async live(_request, live, { build, patches }) {
    const heads = patches.all.filter((patch) => patch.is_current)
    const current = Object.fromEntries(
      heads.map(({ branch, id, version, display_name, imported_at }) => [
        branch,
        { id, version, display_name, imported_at },
      ]),
    )
    const newest = await live.newest()
    const states = feeds.map((feed): [string, z.infer<typeof feedState>] => {
      const at = newest[feed]
      if (at === undefined) return [feed, { observed_at: null, age_seconds: null }]
      return [feed, { observed_at: new Date(at).toISOString(), age_seconds: ageSeconds(at, live.now()) }]
    })
    return { body: JSON.stringify({ build, current, feeds: Object.fromEntries(states) }) }
  },
})
