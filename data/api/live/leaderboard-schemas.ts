// Schemas of seasons, sheets and periods. Observers may send further fields of seasons and sheets.
import { z } from 'zod'
import { jsonValue } from '../model/schemas.ts'

export const idSchema = z.union([z.string(), z.int()])

const instant = z.iso.datetime()

export const periodSchema = z
  .strictObject({
    index: z.int().describe('Index of the period.'),
    season_id: idSchema.describe('Id of the season.'),
    sheet_id: idSchema.describe('Id of the sheet.'),
    begin: instant.nullable().describe('When it begins.'),
    end: instant.nullable().describe('When it ends.'),
    is_current: z.boolean().describe('Whether it is on; a period of an ended season is not.'),
  })
  .meta({ id: 'Period' })

export const seasonSchema = z
  .looseObject({
    id: idSchema.describe('Id of the season.'),
    name: z.string().nullable().describe('Name.'),
    state: z.enum(['none', 'preseason', 'season', 'ended']).nullable().describe('State of the season.'),
    begin: instant.nullable().describe('When it begins.'),
    end: instant.nullable().describe('When it ends.'),
    wipe: jsonValue.describe('Whether progress is wiped at its end, as observed.'),
    reward: jsonValue.describe('What is rewarded, as observed.'),
    legacy_prefix: z.string().nullable().describe('What flat ids of its ladders begin with.'),
    periods: z.array(periodSchema).describe('The periods of all its sheets.'),
    sheets: z.array(idSchema).describe('Ids of its sheets.'),
    captured_at: instant.optional().describe('When it was observed.'),
  })
  .meta({ id: 'Season' })

export const sheetSchema = z
  .looseObject({
    id: idSchema.describe('Id of the sheet.'),
    season_id: idSchema.describe('Id of the season.'),
    name: z.string().nullable().describe('Name.'),
    type: z.string().nullable().describe('What is ranked.'),
    content_types: z.array(z.string()).nullable().describe('The content that counts.'),
    order: z.int().nullable().describe('Place among the sheets of the season.'),
    legacy_suffix: z.string().nullable().describe('What its flat ids end with.'),
  })
  .meta({ id: 'Sheet' })
