import { z } from 'zod'
import { instant } from '../codecs.ts'
import { endpoint } from '../endpoint.ts'
import { invalidParameters } from '../errors.ts'
import { unscoped } from '../patch-modes.ts'

/** Samples in one answer (spec 8). */
const mostSamples = 1000

const sample = z
  .strictObject({ timestamp: z.string(), num_online: z.int(), num_lobby: z.int(), num_dungeon: z.int() })
  .meta({ id: 'PopulationSample' })
const live = { spec: '4.13', mode: unscoped, rows: false, maxAgeSeconds: 30 } as const

export const population = endpoint({
  ...live,
  id: 'population.newest',
  path: '/v2/population',
  summary: 'How many players are online, as last seen.',
  schema: z.strictObject({ sample: sample.nullable() }),
  async live(_request, { population: reads }) {
    const { value, observedAt } = await reads.newest()
    return { body: JSON.stringify({ sample: value }), observedAt }
  },
})

export const populationHistory = endpoint({
  ...live,
  id: 'population.history',
  path: '/v2/population/history',
  summary: 'How many players were online; the first 1000 samples of a window.',
  params: {
    from: { codec: instant(), required: true, summary: 'From this instant on, ISO 8601.' },
    to: { codec: instant(), required: true, summary: 'Before this instant, ISO 8601.' },
  },
  schema: z.strictObject({
    from: z.string(),
    to: z.string(),
    count: z.int(),
    next: z.string().nullable(),
    samples: z.array(sample).max(mostSamples),
  }),
  async live({ values }, { population: reads }) {
    const [from, to] = [Date.parse(String(values.from)), Date.parse(String(values.to))]
    if (from >= to) throw invalidParameters([{ parameter: 'from', message: 'is not before `to`' }])
    const { value, observedAt } = await reads.samples(from, to, mostSamples + 1)
    const samples = value.slice(0, mostSamples)
    const next = value[mostSamples]?.timestamp ?? null
    return {
      body: JSON.stringify({ from: values.from, to: values.to, count: samples.length, next, samples }),
      observedAt,
    }
  },
})
