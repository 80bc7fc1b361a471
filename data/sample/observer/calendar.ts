// Seasons of ten weeks, each from the patch of a Tuesday to the next: patches of the sample start seasons 5, 6 and 7.
import { pad } from '../names.ts'

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
export const weekMs = 7 * dayMs
export const seasonMs = 10 * weekMs

export const firstSeasonBegin = Date.parse('2025-06-03T10:00:00Z')

export const seasonBegin = (number: number): number => firstSeasonBegin + (number - 1) * seasonMs

/** The season of an instant: season 1 began with `firstSeasonBegin`. */
export const seasonAt = (at: number): number => Math.floor((at - firstSeasonBegin) / seasonMs) + 1

/** Rounds down to a second, the resolution of upstream timestamps. */
export const toSecond = (at: number): number => Math.floor(at / secondMs) * secondMs

// One Date per requested day, because creating one costs more than the rest of a line.
const dates = new Map<number, string>()

const twoDigits = Array.from({ length: 60 }, (_, n) => pad(n))

/** ISO 8601 in whole seconds: `2026-08-01T10:00:00Z`. */
export function iso(at: number): string {
  const day = Math.floor(at / dayMs)
  let date = dates.get(day)
  if (!date) dates.set(day, (date = new Date(day * dayMs).toISOString().slice(0, 10)))
  const second = Math.floor((at - day * dayMs) / secondMs)
  const hour = Math.floor(second / 3600)
  return `${date}T${twoDigits[hour]}:${twoDigits[Math.floor(second / 60) % 60]}:${twoDigits[second % 60]}Z`
}
