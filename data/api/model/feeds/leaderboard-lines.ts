import { z } from 'zod'
import { count, instant, label, name, orNull, chooseSchema, tag, text } from './line-values.ts'

const season = z.looseObject({
  id: label,
  name: orNull(text),
  state: orNull(z.enum(['none', 'preseason', 'season', 'ended'])),
  begin: orNull(instant),
  end: orNull(instant),
  wipe: z.unknown().optional(),
  reward: z.unknown().optional(),
  legacy_prefix: orNull(text),
  captured_at: orNull(instant),
})

const sheet = z.looseObject({
  id: label,
  season_id: label,
  name: orNull(text),
  type: orNull(text),
  content_types: orNull(z.array(text)),
  order: orNull(count),
  legacy_suffix: orNull(text),
})

const period = z.object({
  index: count,
  season_id: label,
  sheet_id: label,
  begin: orNull(instant),
  end: orNull(instant),
})

const entry = z.object({
  season_id: label,
  sheet_id: label,
  period_index: count,
  character_class: tag,
  character: name,
  rank: z.int().positive(),
  previous_rank: orNull(count),
  score: orNull(z.union([z.string().regex(/^-?\d{1,40}$/, 'expected digits'), z.int().transform(String)])),
  karma: orNull(z.int()),
  rank_tier: orNull(label),
  rank_tier_level: orNull(label),
  captured_at: instant,
})

const kinds = {
  season: z.strictObject({ season }),
  sheet: z.strictObject({ sheet }),
  period: z.strictObject({ period }),
  entry: z.strictObject({ entry }),
}

/** One of a season, a sheet, a period or an entry. */
export const leaderboardLine = chooseSchema<(typeof kinds)[keyof typeof kinds]>((line) =>
  'season' in line ? kinds.season : 'sheet' in line ? kinds.sheet : 'period' in line ? kinds.period : kinds.entry,
)
