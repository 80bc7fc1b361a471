import { z } from 'zod'
import * as column from '../model/columns.ts'
import { instant } from '../model/values/codecs.ts'
import { liveEndpoint } from '../model/endpoint.ts'
import { invalidParameters } from '../model/values/errors.ts'
import { unscoped } from '../model/patch-modes.ts'
import { liveRowSchema } from './lists/live-rows.ts'
import { canonicalPath, canonicalQuery } from '../request/canonical-url.ts'

/** Maximum number of samples in one answer. */
const maxSamples = 1000

export const sampleColumns = {
  timestamp: column.alwaysPresent(column.timestamp('When it was observed.')),
  num_online: column.alwaysPresent(column.integer('Players online.')),
  num_lobby: column.alwaysPresent(column.integer('Players in the lobby.')),
  num_dungeon: column.alwaysPresent(column.integer('Players in dungeons.')),
}
export const sampleSchema = z.strictObject(liveRowSchema(sampleColumns).shape).meta({ id: 'PopulationSample' })
const live = { specClause: '4.13', mode: unscoped, rows: false, maxAgeSeconds: 30 } as const

export const population = liveEndpoint({
  ...live,
  id: 'population.newest',
  path: '/v2/population',
  summary: 'How many players are online, as last seen.',
  schema: z.strictObject({ sample: sampleSchema.nullable().describe('The newest sample; null before the first.') }),
  async answer(_request, { population: reads }) {
    const { value, observedAt } = await reads.newest()
    return { body: JSON.stringify({ sample: value }), observedAt }
  },
})

export const populationHistory = liveEndpoint({
  ...live,
  id: 'population.history',
  path: '/v2/population/history',
  summary: 'How many players were online; the first 1000 samples of a window.',
  params: {
    from: { codec: instant(), required: true, summary: 'From this instant on, ISO 8601.' },
    to: { codec: instant(), required: true, summary: 'Before this instant, ISO 8601.' },
  },
  schema: z.strictObject({
    from: z.iso.datetime().describe('Start of the window, inclusive.'),
    to: z.iso.datetime().describe('End of the window, exclusive.'),
    count: z.int().nonnegative().describe('Samples in this answer.'),
    next: z.iso
      .datetime()
      .nullable()
      .describe('Send this as `from` for the samples after these; null when there are none.'),
    samples: z.array(sampleSchema).max(maxSamples).describe('The first samples of the window, ascending.'),
  }),
  async answer(request, { population: reads }) {
    const { values } = request
    const [from, to] = [Date.parse(String(values.from)), Date.parse(String(values.to))]
    if (from >= to) throw invalidParameters([{ parameter: 'from', message: 'is not before `to`' }])
    const { value, observedAt } = await reads.samples(from, to, maxSamples + 1)
    const samples = value.slice(0, maxSamples)
    const next = value[maxSamples]?.timestamp ?? null
    return {
      body: JSON.stringify({ from: values.from, to: values.to, count: samples.length, next, samples }),
      observedAt,
      ...(typeof next === 'string' && { next: `${canonicalPath(request)}?${canonicalQuery(request, { from: next })}` }),
    }
  },
})
