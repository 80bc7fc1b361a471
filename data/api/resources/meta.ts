import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { unscoped } from '../patch-modes.ts'

export const meta = endpoint({
  id: 'meta',
  path: '/v2/meta',
  summary: 'What is served here: build, and the current patch of each branch.',
  mode: unscoped,
  rows: false,
  maxAgeSeconds: 5,
  schema: z.strictObject({
    build: z.record(z.string(), z.string()),
    current: z.record(z.string(), z.looseObject({ id: z.int(), version: z.string() })),
  }),
  answer(_request, { build, patches }) {
    const heads = patches.all.filter((patch) => patch.is_current)
    const current = Object.fromEntries(
      heads.map(({ branch, id, version, display_name, imported_at }) => [
        branch,
        { id, version, display_name, imported_at },
      ]),
    )
    return { body: JSON.stringify({ build, current }) }
  },
})
