import { describe, expect, it } from 'vitest'
import { iso, seasonBegin, secondMs, weekMs } from '../calendar.ts'
import { linesOf } from '../../test/read-observations.ts'
import { periodAt, announcedSeasons } from './seasons.ts'

interface Entry {
  readonly season_id: string
  readonly sheet_id: string
  readonly period_index: number
  readonly character_class: string
  readonly character: string
  readonly rank: number
  readonly previous_rank: number
  readonly score: string
  readonly karma: number
  readonly rank_tier: string
  readonly rank_tier_level: string
  readonly captured_at: string
}

interface BoardLine {
  readonly season?: { readonly id: string; readonly state: string; readonly begin: string; readonly end: string }
  readonly sheet?: { readonly id: string; readonly season_id: string; readonly legacy_suffix: string }
  readonly period?: {
    readonly index: number
    readonly season_id: string
    readonly sheet_id: string
    readonly begin: string
    readonly end: string
  }
  readonly entry?: Entry
}

const [from, to] = ['2026-08-20T07:00:00Z', '2026-08-28T07:00:00Z']
const lines = linesOf<BoardLine>('full', 'leaderboards', from, to)
const entries = lines.flatMap(({ entry }) => entry ?? [])
const boardOf = ({ season_id, sheet_id, period_index }: Entry): string => `${season_id} ${sheet_id} ${period_index}`
const captures = new Map<string, Entry[]>()
for (const entry of new Map(
  entries.map((one) => [`${boardOf(one)} ${one.captured_at} ${one.character}`, one]),
).values()) {
  const key = `${boardOf(entry)} ${entry.captured_at}`
  captures.set(key, [...(captures.get(key) ?? []), entry])
}
const running = entries.filter(({ season_id, captured_at }) => season_id === 'season_07' && captured_at >= from)
const scoreIn = (board: readonly Entry[] | undefined, who: Entry): bigint | undefined => {
  const score = board?.find(({ character }) => character === who.character)?.score
  return score === undefined ? undefined : BigInt(score)
}

describe('eight days of observations', () => {
  it('contain two ended seasons and a running one', () => {
    const seasons = new Map(lines.flatMap(({ season }) => (season ? [[season.id, season.state]] : [])))
    expect(Object.fromEntries(seasons)).toEqual({ season_05: 'ended', season_06: 'ended', season_07: 'season' })
  })

  it('contain each period of each sheet that has begun, of consecutive seasons', () => {
    const periods = new Set(lines.flatMap(({ period }) => (period ? [JSON.stringify(period)] : [])))
    expect(periods.size).toBe(3 * (10 + 10 + 5))
    const seasons = [...new Map(lines.flatMap(({ season }) => (season ? [[season.id, season]] : []))).values()]
    expect(
      seasons
        .map(({ begin }) => begin)
        .sort()
        .slice(1),
    ).toEqual(
      seasons
        .map(({ end }) => end)
        .sort()
        .slice(0, -1),
    )
  })

  it('contain the final entries of every period of the ended seasons', () => {
    const ended = new Set(entries.filter(({ season_id }) => season_id !== 'season_07').map(boardOf))
    expect(ended.size).toBe(2 * 3 * 10)
    const ends = new Map(
      lines.flatMap(({ period }) =>
        period ? [[`${period.season_id} ${period.sheet_id} ${period.index}`, period.end]] : [],
      ),
    )
    const past = entries.filter(({ season_id }) => season_id !== 'season_07')
    expect(past.filter((entry) => entry.captured_at !== ends.get(boardOf(entry)))).toEqual([])
  })

  it('name every season and sheet before its entries', () => {
    const known = new Set<string>()
    for (const { season, sheet, period, entry } of lines) {
      if (season) known.add(season.id)
      if (sheet) known.add(`${sheet.season_id} ${sheet.id}`)
      if (period) known.add(`${period.season_id} ${period.sheet_id} ${period.index}`)
      const needed = entry ? [entry.season_id, `${entry.season_id} ${entry.sheet_id}`, boardOf(entry)] : []
      if (!needed.every((key) => known.has(key))) expect.fail(`${boardOf(entry as Entry)} is not known yet`)
    }
  })

  it('repeat lines unchanged', () => {
    const said = new Map<string, string>()
    for (const entry of entries) {
      const key = [boardOf(entry), entry.character, entry.captured_at].join()
      const text = JSON.stringify(entry)
      if ((said.get(key) ?? text) !== text) expect.fail(`${said.get(key) ?? ''} and ${text}`)
      said.set(key, text)
    }
    expect(said.size).toBeLessThan(entries.length)
  })
})

describe('a leaderboard', () => {
  it('ranks all characters by score, from 1 without gaps', () => {
    expect(captures.size).toBeGreaterThan(3 * 4 * 8)
    for (const board of captures.values()) {
      expect(board.map(({ rank }) => rank)).toEqual(Array.from({ length: 160 }, (_, index) => index + 1))
      expect(new Set(board.map(({ character }) => character)).size).toBe(board.length)
      const scores = board.map(({ score }) => BigInt(score))
      expect(scores.every((score, index) => index === 0 || score <= (scores[index - 1] ?? score))).toBe(true)
    }
  })

  it('has all classes, tiers that decrease with rank, and numeric scores', () => {
    for (const board of captures.values()) {
      expect(new Set(board.map(({ character_class }) => character_class)).size).toBe(10)
      expect(board[0]).toMatchObject({ rank_tier: 'Hollow Sworn', rank_tier_level: 'V' })
      expect(board.at(-1)).toMatchObject({ rank_tier: 'Kindling', rank_tier_level: 'I' })
      expect(board.filter(({ score, karma }) => !/^\d+$/.test(score) || !Number.isInteger(karma))).toEqual([])
    }
  })

  it('is captured four times a day, once at the end of a week', () => {
    const times = [...new Set(running.map(({ captured_at }) => captured_at))]
    expect(times).toHaveLength(4 * 8)
    expect(times).toContain('2026-08-25T10:00:00Z')
  })
})

describe('a character', () => {
  const series = new Map<string, Entry[]>()
  for (const entry of running) {
    const key = `${entry.sheet_id} ${entry.character}`
    const known = series.get(key) ?? []
    if (known.at(-1)?.captured_at !== entry.captured_at) series.set(key, [...known, entry])
  }
  const steps = [...series.values()].flatMap((list) =>
    list.slice(1).map((next, index): [Entry, Entry] => [list[index] ?? next, next]),
  )
  const sixHoursApart = steps.filter(([a, b]) => Date.parse(b.captured_at) - Date.parse(a.captured_at) === 21_600_000)
  const withinWeek = sixHoursApart.filter(([a, b]) => a.period_index === b.period_index)

  it('has the previous rank of the previous capture', () => {
    expect(sixHoursApart.length).toBeGreaterThan(10_000)
    expect(sixHoursApart.filter(([before, now]) => now.previous_rank !== before.rank)).toEqual([])
  })

  it('changes its rank in small steps', () => {
    const moves = withinWeek.map(([before, now]) => Math.abs(now.rank - before.rank))
    expect(moves.filter((move) => move > 0).length).toBeGreaterThan(0.2 * moves.length)
    expect(moves.reduce((sum, move) => sum + move, 0) / moves.length).toBeLessThan(6)
  })

  it('has a score that only increases within a week, or a rating that goes up and down', () => {
    const falls = withinWeek.filter(([before, now]) => (scoreIn([now], now) ?? 0n) < (scoreIn([before], now) ?? 0n))
    expect(new Set(falls.map(([{ sheet_id }]) => sheet_id))).toEqual(new Set(['arena']))
  })

  it('mostly stays on the leaderboards for all eight days', () => {
    const lengths = [...series.values()].map((list) => list.length)
    expect(lengths.filter((length) => length === 32).length).toBeGreaterThan(3 * 120)
  })
})

describe('seasons', () => {
  it('follow each other, and the last capture of each has its final standings', () => {
    const begin = seasonBegin(8)
    expect(periodAt(begin)).toMatchObject({ season: 7, index: 10, end: begin })
    expect(periodAt(begin + secondMs)).toMatchObject({ season: 8, index: 1, begin })
    const around = linesOf<BoardLine>('small', 'leaderboards', iso(begin), iso(begin + secondMs))
    expect(around.flatMap(({ season }) => season ?? [])).toMatchObject([{ id: 'season_07', state: 'ended' }])
    expect(new Set(around.flatMap(({ entry }) => entry?.season_id ?? []))).toEqual(new Set(['season_07']))
    const next = linesOf<BoardLine>('small', 'leaderboards', iso(begin + secondMs), iso(begin + weekMs / 7))
    const first = next.flatMap(({ entry }) => entry ?? []).filter(({ season_id }) => season_id === 'season_08')
    expect(first[0]).toMatchObject({ period_index: 1, rank: 1, previous_rank: 1 })
  })

  it('are announced two weeks ahead', () => {
    expect(announcedSeasons(seasonBegin(8) - 2 * weekMs - secondMs)).toEqual([5, 6, 7])
    expect(announcedSeasons(seasonBegin(8) - 2 * weekMs)).toEqual([5, 6, 7, 8])
    const day = linesOf<BoardLine>('small', 'leaderboards', '2026-10-01T00:00:00Z', '2026-10-02T00:00:00Z')
    expect(day.flatMap(({ season }) => season ?? []).map(({ state }) => state)).toContain('preseason')
  })

  it('are at least three at any time from 2026 on', () => {
    for (const year of [2026, 2027, 2028, 2029, 2030])
      expect(announcedSeasons(Date.parse(`${year}-01-01T00:00:00Z`)).length).toBeGreaterThanOrEqual(3)
  })
})
