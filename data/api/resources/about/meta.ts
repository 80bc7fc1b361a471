import { z } from 'zod'
import { liveEndpoint } from '../../model/endpoint.ts'
import { feeds } from '../../model/feeds/feeds.ts'
import { ageSeconds } from '../../model/feeds/age.ts'
import { unscoped } from '../../model/patch-modes.ts'

const feedState = z.strictObject({
  observed_at: z.iso.datetime().nullable().describe('Newest observation; null before the first.'),
  age_seconds: z.int().nullable().describe('Its age in seconds.'),
})

const currentPatch = z.strictObject({
  id: z.int().describe('Id of the patch.'),
  version: z.string().describe('Its version.'),
  display_name: z.string().describe('Its label for people.'),
  imported_at: z.iso.datetime().describe('When it was imported here.'),
})

export const meta = liveEndpoint({
  id: 'meta',
  path: '/v2/meta',
  summary: 'What is served here: build, the current patch of each branch, and how old each feed is.',
  mode: unscoped,
  rows: false,
  maxAgeSeconds: 5,
  isUndated: true,
  schema: z.strictObject({
    build: z.record(z.string(), z.string()).describe('Version of the program and of what it serves.'),
    current: z.record(z.string(), currentPatch).describe('The current patch of each branch.'),
    feeds: z.record(z.string(), feedState).describe('The newest observation of each feed.'),
  }),
  async answer(_request, live, { build, patches }) {
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
