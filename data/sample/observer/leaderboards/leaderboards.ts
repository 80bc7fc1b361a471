// Four captures a day, one of them at the hour at which weeks end, so that the last of a week is its final standing.
import { dayMs, hourMs } from '../calendar.ts'
import type { Line, Seen, Source } from '../source.ts'
import { aboutSeason, periodAt, periodsBegun, seasonsTold } from './seasons.ts'
import { sheets } from './sheets.ts'
import { captureMs, type Standings } from './standings.ts'

const firstCaptureOfDayMs = 4 * hourMs

// Final standings of past weeks are told again by turns: whoever listens for five days has heard them all.
const turns = 5

/** The running season's boards; and once a day, for whoever missed them, all seasons and some of what is past. */
export class Leaderboards implements Source {
  readonly feed = 'leaderboards'
  readonly cellMs = 2 * hourMs
  readonly #standings: Standings

  constructor(standings: Standings) {
    this.#standings = standings
  }

  cell(at: number): Seen[] {
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
    return seasonsTold(at).flatMap((season) => {
      const periods = periodsBegun(season, at)
      const told = periods.filter(({ index, end }) => end < at && index % turns === day % turns)
      return [...aboutSeason(season, at, periods), ...told.flatMap(({ end }) => this.#boards(end))]
    })
  }

  #boards(at: number): Line[] {
    return sheets.flatMap((sheet) => this.#standings.entries(sheet, at))
  }
}
