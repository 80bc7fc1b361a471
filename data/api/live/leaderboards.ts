import { z } from 'zod'
import { integer, text } from '../model/values/codecs.ts'
import * as column from '../model/columns.ts'
import { liveEndpoint, type CanonicalRequest } from '../model/endpoint.ts'
import { entriesPage } from './lists/entries-page.ts'
import { inBody } from '../model/envelopes.ts'
import { currentId } from '../request/known-ids.ts'
import { Problem } from '../model/values/errors.ts'
import { unscoped } from '../model/patch-modes.ts'
import type { CatalogStore } from '../model/store.ts'
import { tagOf } from '../model/values/raw-key.ts'
import { classes } from '../resources/characters/classes.ts'
import { findLegacyLeaderboard, periodRows, seasonRow, defaultPeriod, sheetRow, formatId } from './leaderboard-rows.ts'
import { idSchema, periodSchema, seasonSchema, sheetSchema } from './leaderboard-schemas.ts'
import { liveList, type LiveSource } from './lists/live-list.ts'
import { liveRowSchema, liveRowTexts } from './lists/live-rows.ts'
import type { Leaderboard, LiveRow, LiveStore, ObservedValue, Season, Sheet, Slice } from '../model/live-store.ts'

/** A column for the id of a season or sheet. */
const boardKey = (summary: string) => ({ ...column.key(summary), schema: idSchema })

export const entryColumns = {
  season_id: column.alwaysPresent(boardKey('Id of the season.')),
  sheet_id: column.alwaysPresent(boardKey('Id of the sheet.')),
  period_index: column.alwaysPresent(column.integer('Index of the period.')),
  character_class: column.alwaysPresent(column.key('Tag of the class of the character.')),
  character: column.alwaysPresent(column.key('Name of the character.')),
  rank: column.alwaysPresent(column.integer('Rank, from 1.')),
  previous_rank: column.integer('Rank before.'),
  score: column.decimal('Score, as digits.'),
  karma: column.integer('Karma.'),
  rank_tier: column.key('Tier of the rank.'),
  rank_tier_level: column.key('Level within the tier.'),
  captured_at: column.alwaysPresent(column.timestamp('When it was observed.')),
}

const { captured_at, season_id, sheet_id, character, ...figures } = entryColumns
/** The columns of a character's history. */
const pointColumns = { captured_at, ...figures }
const pointSchema = liveRowSchema(pointColumns).meta({ id: 'LeaderboardPoint' })

const live = { specClause: '4.14', mode: unscoped, maxAgeSeconds: 60 }
const seasonsPath = '/v2/leaderboards/seasons'
export const seasons = liveEndpoint({
  ...live,
  rows: false,
  id: 'leaderboards.seasons',
  path: seasonsPath,
  summary: 'Seasons, active and historical.',
  schema: z.strictObject({ body: z.array(seasonSchema).describe('Seasons in order of their ids.') }),
  async answer(_request, store) {
    const { value, observedAt } = await store.leaderboards.seasons()
    const rows = await Promise.all(value.map((season) => seasonRow(season, store)))
    return { body: inBody(JSON.stringify(rows)), observedAt }
  },
})

export const season = liveEndpoint({
  ...live,
  rows: false,
  id: 'leaderboards.season',
  path: `${seasonsPath}/{season}`,
  summary: 'One season.',
  schema: z.strictObject({ body: seasonSchema.describe('The season.') }),
  async answer(request, store) {
    const { value, observedAt } = await findSeason(request, store)
    return { body: inBody(JSON.stringify(await seasonRow(value, store))), observedAt }
  },
})

export const sheets = liveEndpoint({
  ...live,
  rows: false,
  id: 'leaderboards.sheets',
  path: `${seasonsPath}/{season}/sheets`,
  summary: 'The ladders of a season.',
  schema: z.strictObject({ body: z.array(sheetSchema).describe('Sheets in order of their ids.') }),
  async answer(request, store) {
    const { value, observedAt } = await findSeason(request, store)
    const found = await store.leaderboards.sheets(value.id)
    const rows = found.value.map((sheet) => sheetRow(value.id, sheet))
    return { body: inBody(JSON.stringify(rows)), observedAt }
  },
})

export const sheet = liveEndpoint({
  ...live,
  rows: false,
  id: 'leaderboards.sheet',
  path: `${seasonsPath}/{season}/sheets/{sheet}`,
  summary: 'One ladder.',
  schema: z.strictObject({ body: sheetSchema.describe('The sheet.') }),
  async answer(request, store) {
    const { value, observedAt } = await findSheet(request, store)
    return { body: inBody(JSON.stringify(sheetRow(value.board.season, value.sheet))), observedAt }
  },
})

export const periods = liveEndpoint({
  ...live,
  rows: false,
  id: 'leaderboards.periods',
  path: `${seasonsPath}/{season}/sheets/{sheet}/periods`,
  summary: 'The periods of a ladder.',
  schema: z.strictObject({ body: z.array(periodSchema).describe('Periods in their order.') }),
  async answer(request, store) {
    const { value, observedAt } = await findSheet(request, store)
    return { body: inBody(JSON.stringify(await periodRows(value.season, value.sheet.id, store))), observedAt }
  },
})

const envelope = entriesPage({ default: 100, max: 1000 })
const classParam = { class: { codec: text(), summary: 'Only characters of this class: a tag, an id or a raw key.' } }
const entriesParams = {
  ...classParam,
  period: { codec: integer(), summary: 'Index of the period; the current one by default.' },
}
const rowSchema = liveRowSchema(entryColumns).meta({ id: 'LeaderboardEntry' })
const count = z.int().nonnegative()
const entriesSchema = z.strictObject({
  entries: z.array(rowSchema).describe('The entries of this page, by rank.'),
  page: count.describe('Number of this page, from 1.'),
  page_size: count.describe('Entries per page.'),
  total: count.describe('Entries on all pages.'),
  total_is_minimum: z.literal(true).optional().describe('There when `total` is a lower bound: there are more entries.'),
  next: z.string().nullable().describe('URL reference of the next page; null on the last.'),
})

const boardList = {
  ...live,
  envelope,
  rowColumns: entryColumns,
  params: entriesParams,
  schema: entriesSchema,
  mapRow: (row: LiveRow) => ({
    ...row,
    season_id: formatId(String(row.season_id)),
    sheet_id: formatId(String(row.sheet_id)),
  }),
}

export const entries = liveList({
  ...boardList,
  id: 'leaderboards.entries',
  path: `${seasonsPath}/{season}/sheets/{sheet}/entries`,
  summary: 'Who stands on a ladder, by rank.',
  read: async ({ slice }, source) =>
    entriesOf(source, (await findSheet(source.request, source.live)).value.board, slice),
})

export const characterHistory = liveEndpoint({
  ...live,
  id: 'leaderboards.character',
  path: `${seasonsPath}/{season}/sheets/{sheet}/characters/{name}/history`,
  summary: "A character's rank on a ladder over time.",
  params: classParam,
  schema: z.strictObject({
    body: z
      .strictObject({
        character: z.string().describe('Name of the character.'),
        season_id: idSchema.describe('Id of the season.'),
        sheet_id: idSchema.describe('Id of the sheet.'),
        history: z.array(pointSchema).describe('Every observation of the character, ascending.'),
      })
      .describe('The character on this ladder.'),
  }),
  async answer(request, store, catalog) {
    const { value } = await findSheet(request, store)
    const { name: character = '' } = request.path
    const seen = await store.leaderboards.history(value.board, character, classOf(request, catalog))
    if (seen.value.length === 0)
      throw new Problem(
        'not_found',
        `${JSON.stringify(character.slice(0, 100))} has not been observed on this leaderboard.`,
      )
    const rows = seen.value.map(({ season_id, sheet_id, character: _name, ...row }) => row)
    const texts = await liveRowTexts(pointColumns, rows, request)
    const head = { character, season_id: formatId(value.board.season), sheet_id: formatId(value.board.sheet) }
    return {
      body: inBody(`${JSON.stringify(head).slice(0, -1)},"history":[${texts.join(',')}]}`),
      observedAt: seen.observedAt,
    }
  },
})

export const legacySummary = liveEndpoint({
  ...live,
  rows: false,
  id: 'leaderboards.legacy-summary',
  path: '/v2/leaderboards',
  summary: 'Legacy index of leaderboards: the current season, and the path that replaces this one.',
  schema: z.strictObject({
    current: idSchema.nullable().describe('Id of the season that is on, else of the latest; null before the first.'),
    successor: z.string().describe('Path that takes the place of this one.'),
    seasons: z.array(seasonSchema).describe('Seasons in order of their ids.'),
  }),
  async answer(_request, store) {
    const { value, observedAt } = await store.leaderboards.seasons()
    const rows = await Promise.all(value.map((one) => seasonRow(one, store)))
    const current = rows.findLast(({ state }) => state === 'season') ?? rows.findLast(({ state }) => state !== 'none')
    const body = { current: current?.id ?? null, successor: seasonsPath, seasons: rows }
    return { body: JSON.stringify(body), observedAt }
  },
})

export const legacyEntries = liveList({
  ...boardList,
  id: 'leaderboards.legacy-entries',
  path: '/v2/leaderboards/{legacy_id}',
  summary: 'Entries by a legacy id: the prefix of a season and the suffix of a ladder.',
  read: async ({ slice }, source) =>
    entriesOf(source, await findLegacyLeaderboard(String(source.request.path.legacy_id), source.live), slice),
})

async function findSeason(
  { path: { season: given = '' } }: CanonicalRequest,
  { leaderboards }: LiveStore,
): Promise<ObservedValue<Season>> {
  const { value, observedAt } = await leaderboards.seasons()
  const found = value.find(({ id }) => id === given)
  if (!found) throw new Problem('not_found', `No season has the id ${JSON.stringify(given.slice(0, 100))}.`)
  return { value: found, observedAt }
}

async function findSheet(
  request: CanonicalRequest,
  store: LiveStore,
): Promise<ObservedValue<{ board: Leaderboard; season: Season; sheet: Sheet }>> {
  const { value: inSeason, observedAt } = await findSeason(request, store)
  const { sheet: given = '' } = request.path
  const { value } = await store.leaderboards.sheets(inSeason.id)
  const found = value.find(({ id }) => id === given)
  if (!found) throw new Problem('not_found', `The season has no sheet ${JSON.stringify(given.slice(0, 100))}.`)
  return { value: { board: { season: inSeason.id, sheet: found.id }, season: inSeason, sheet: found }, observedAt }
}

function classOf({ values }: CanonicalRequest, store: CatalogStore): string | undefined {
  if (values.class === undefined) return undefined
  const given = String(values.class)
  return tagOf(currentId(store, classes, given) ?? given)
}

async function entriesOf({ request, live, store }: LiveSource, board: Leaderboard, slice: Slice) {
  const period = request.values.period ?? (await defaultPeriod(board, live))?.index ?? 0
  return live.leaderboards.entries(board, Number(period), classOf(request, store), slice)
}
