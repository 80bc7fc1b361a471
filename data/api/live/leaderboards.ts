import { z } from 'zod'
import { integer, text } from '../codecs.ts'
import * as column from '../columns.ts'
import { endpoint, type CanonicalRequest, type LiveReply } from '../endpoint.ts'
import { entriesPage } from './entries-page.ts'
import { inBody } from '../envelopes.ts'
import { Problem } from '../errors.ts'
import { unscoped } from '../patch-modes.ts'
import { tagOf } from '../raw-key.ts'
import { legacyBoard, periodRows, seasonRow, sheetRow, shownId } from './boards.ts'
import { liveRowSchema, liveRowTexts, sliceOf } from './live-answers.ts'
import type { Board, LiveStore, Season, Seen, Sheet } from './live-store.ts'

const idSchema = z.union([z.string(), z.int()])
/** Of a season or a sheet; what looks like a number is shown as one. */
const boardKey = { ...column.key(), schema: idSchema }

export const entryColumns = {
  season_id: boardKey,
  sheet_id: boardKey,
  period_index: column.integer(),
  character_class: column.key(),
  character: column.key(),
  rank: column.integer(),
  previous_rank: column.integer(),
  score: column.key(),
  karma: column.integer(),
  rank_tier: column.key(),
  rank_tier_level: column.key(),
  captured_at: column.timestamp(),
}

const { captured_at, season_id, sheet_id, character, ...figures } = entryColumns
/** Of a character's history. */
const pointColumns = { captured_at, ...figures }

const live = { spec: '4.14', mode: unscoped, maxAgeSeconds: 60 }
const seasonsPath = '/v2/leaderboards/seasons'
const seasonSchema = z.looseObject({ id: idSchema, sheets: z.array(z.unknown()) }).meta({ id: 'Season' })
const sheetSchema = z.looseObject({ id: idSchema, season_id: idSchema }).meta({ id: 'Sheet' })

export const seasons = endpoint({
  ...live,
  rows: false,
  id: 'leaderboards.seasons',
  path: seasonsPath,
  summary: 'Seasons, active and historical.',
  schema: z.strictObject({ body: z.array(seasonSchema) }),
  async live(_request, store) {
    const { value, observedAt } = await store.leaderboards.seasons()
    const rows = await Promise.all(value.map((season) => seasonRow(season, store)))
    return { body: inBody(JSON.stringify(rows)), observedAt }
  },
})

export const season = endpoint({
  ...live,
  rows: false,
  id: 'leaderboards.season',
  path: `${seasonsPath}/{season}`,
  summary: 'One season.',
  schema: z.strictObject({ body: seasonSchema }),
  async live(request, store) {
    const { value, observedAt } = await findSeason(request, store)
    return { body: inBody(JSON.stringify(await seasonRow(value, store))), observedAt }
  },
})

export const sheets = endpoint({
  ...live,
  rows: false,
  id: 'leaderboards.sheets',
  path: `${seasonsPath}/{season}/sheets`,
  summary: 'The ladders of a season.',
  schema: z.strictObject({ body: z.array(sheetSchema) }),
  async live(request, store) {
    const { value, observedAt } = await findSeason(request, store)
    const found = await store.leaderboards.sheets(value.id)
    const rows = found.value.map((sheet) => sheetRow(value.id, sheet))
    return { body: inBody(JSON.stringify(rows)), observedAt }
  },
})

export const sheet = endpoint({
  ...live,
  rows: false,
  id: 'leaderboards.sheet',
  path: `${seasonsPath}/{season}/sheets/{sheet}`,
  summary: 'One ladder.',
  schema: z.strictObject({ body: sheetSchema }),
  async live(request, store) {
    const { value, observedAt } = await findSheet(request, store)
    return { body: inBody(JSON.stringify(sheetRow(value.board.season, value.sheet))), observedAt }
  },
})

export const periods = endpoint({
  ...live,
  rows: false,
  id: 'leaderboards.periods',
  path: `${seasonsPath}/{season}/sheets/{sheet}/periods`,
  summary: 'The periods of a ladder.',
  schema: z.strictObject({ body: z.array(z.looseObject({ index: z.int(), is_current: z.boolean() })) }),
  async live(request, store) {
    const { value, observedAt } = await findSheet(request, store)
    return { body: inBody(JSON.stringify(await periodRows(value.board, store))), observedAt }
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
  ...{ entries: z.array(rowSchema), page: count, page_size: count, total: count },
  total_is_minimum: z.literal(true).optional(),
})

export const entries = endpoint({
  ...{ ...live, envelope, params: entriesParams, schema: entriesSchema },
  id: 'leaderboards.entries',
  path: `${seasonsPath}/{season}/sheets/{sheet}/entries`,
  summary: 'Who stands on a ladder, by rank.',
  async live(request, store) {
    const { value } = await findSheet(request, store)
    return answerEntries(request, value.board, store)
  },
})

export const characterHistory = endpoint({
  ...live,
  id: 'leaderboards.character',
  path: `${seasonsPath}/{season}/sheets/{sheet}/characters/{name}/history`,
  summary: 'How a character rose and fell on a ladder.',
  params: classParam,
  schema: z.strictObject({
    body: z.looseObject({ character: z.string(), history: z.array(z.looseObject({ rank: z.int() })) }),
  }),
  async live(request, store) {
    const { value } = await findSheet(request, store)
    const { name: character = '' } = request.path
    const seen = await store.leaderboards.history(value.board, character, classOf(request))
    if (seen.value.length === 0)
      throw new Problem('not_found', `${JSON.stringify(character.slice(0, 100))} was never seen on this ladder.`)
    const rows = seen.value.map(({ season_id, sheet_id, character: _name, ...row }) => row)
    const texts = liveRowTexts(pointColumns, rows, request)
    const head = { character, season_id: shownId(value.board.season), sheet_id: shownId(value.board.sheet) }
    return {
      body: inBody(`${JSON.stringify(head).slice(0, -1)},"history":[${texts.join(',')}]}`),
      observedAt: seen.observedAt,
    }
  },
})

export const legacySummary = endpoint({
  ...live,
  rows: false,
  id: 'leaderboards.legacy-summary',
  path: '/v2/leaderboards',
  summary: 'The legacy entrance: which season is on, and where seasons are now.',
  schema: z.looseObject({ successor: z.string(), seasons: z.array(seasonSchema) }),
  async live(_request, store) {
    const { value, observedAt } = await store.leaderboards.seasons()
    const rows = await Promise.all(value.map((one) => seasonRow(one, store)))
    const current = rows.findLast(({ state }) => state === 'season') ?? rows.findLast(({ state }) => state !== 'none')
    const body = { current: current?.id ?? null, successor: seasonsPath, seasons: rows }
    return { body: JSON.stringify(body), observedAt }
  },
})

export const legacyEntries = endpoint({
  ...{ ...live, envelope, params: entriesParams, schema: entriesSchema },
  id: 'leaderboards.legacy-entries',
  path: '/v2/leaderboards/{legacy_id}',
  summary: 'Entries by a legacy id: the prefix of a season and the suffix of a ladder.',
  async live(request, store) {
    return answerEntries(request, await legacyBoard(String(request.path.legacy_id), store), store)
  },
})

async function findSeason(
  { path: { season: given = '' } }: CanonicalRequest,
  { leaderboards }: LiveStore,
): Promise<Seen<Season>> {
  const { value, observedAt } = await leaderboards.seasons()
  const found = value.find(({ id }) => id === given)
  if (!found) throw new Problem('not_found', `No season has the id ${JSON.stringify(given.slice(0, 100))}.`)
  return { value: found, observedAt }
}

async function findSheet(request: CanonicalRequest, store: LiveStore): Promise<Seen<{ board: Board; sheet: Sheet }>> {
  const { value: inSeason, observedAt } = await findSeason(request, store)
  const { sheet: given = '' } = request.path
  const { value } = await store.leaderboards.sheets(inSeason.id)
  const found = value.find(({ id }) => id === given)
  if (!found) throw new Problem('not_found', `The season has no sheet ${JSON.stringify(given.slice(0, 100))}.`)
  return { value: { board: { season: inSeason.id, sheet: found.id }, sheet: found }, observedAt }
}

const classOf = ({ values }: CanonicalRequest) => (values.class === undefined ? undefined : tagOf(String(values.class)))

async function answerEntries(request: CanonicalRequest, board: Board, store: LiveStore): Promise<LiveReply> {
  const { values } = request
  const period = values.period ?? (await periodRows(board, store)).find(({ is_current }) => is_current)?.index ?? 0
  const slice = sliceOf(request)
  const { value, observedAt } = await store.leaderboards.entries(board, Number(period), classOf(request), slice)
  const rows = value.rows.map((row) => ({ ...row, season_id: shownId(board.season), sheet_id: shownId(board.sheet) }))
  const texts = liveRowTexts(entryColumns, rows, request)
  return {
    body: envelope.wrap(texts, value.total, values, 'null', value.totalIsMinimum),
    total: value.total,
    observedAt,
  }
}
