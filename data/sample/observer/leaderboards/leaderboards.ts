// Leaderboards are captured four times a day, once at the hour at which weeks end, so that the last capture of a week has
// its final standings.
import { dayMs, hourMs } from '../calendar.ts'
import type { Line, TimedLine, Source } from '../source.ts'
import { aboutSeason, periodAt, periodsBegun, announcedSeasons } from './seasons.ts'
import { sheets } from './sheets.ts'
import { captureMs, type Rankings } from './rankings.ts'

const firstCaptureOfDayMs = 4 * hourMs

// Final standings of past weeks are reported again in turn, all of them within five days.
const turns = 5

/** The leaderboards of the running season and, once a day for observers that missed them, all seasons and some past standings. */
export class Leaderboards implements Source {
  readonly feed = 'leaderboards'
  readonly cellMs = 2 * hourMs
  readonly #rankings: Rankings

  constructor(rankings: Rankings) {
    this.#rankings = rankings
  }

  cell(at: number): TimedLine[] {
    if (at % captureMs !== firstCaptureOfDayMs) return []
    const isDaily = at % dayMs === firstCaptureOfDayMs
    const lines = [...(isDaily ? this.#past(at) : []), ...this.#now(at)]
    return lines.map((line) => ({ at, line }))
  }

  #now(at: number): Line[] {
    const period = periodAt(at)
    return [...aboutSeason(period.season, at, [period]), ...this.#boards(at)]
  }

  #past(at: number): Line[] {
    const day = Math.floor(at / dayMs)
    return announcedSeasons(at).flatMap((season) => {
      const periods = periodsBegun(season, at)
      const reported = periods.filter(({ index, end }) => end < at && index % turns === day % turns)
      return [...aboutSeason(season, at, periods), ...reported.flatMap(({ end }) => this.#boards(end))]
    })
  }

  #boards(at: number): Line[] {
    return sheets.flatMap((sheet) => this.#rankings.entries(sheet, at))
  }
}
