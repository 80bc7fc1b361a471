// The activity of players over time: it peaks in the evenings of three regions, at weekends, and in the days after a patch.
import { dayMs, firstSeasonBegin, hourMs, seasonMs, weekMs } from './calendar.ts'

const evenings = [
  { peakHourUtc: 19.5, share: 0.9 },
  { peakHourUtc: 1.5, share: 0.6 },
  { peakHourUtc: 12, share: 0.35 },
]

// Factors for noon of each weekday, from Sunday.
const weekdays = [1.2, 0.92, 0.94, 0.92, 0.93, 1.06, 1.26]

function byHour(hourUtc: number): number {
  return evenings.reduce(
    (sum, { peakHourUtc, share }) =>
      sum + share * Math.exp(2 * (Math.cos((2 * Math.PI * (hourUtc - peakHourUtc)) / 24) - 1)),
    0.25,
  )
}

const meanByHour = Array.from({ length: 24 }, (_, hour) => byHour(hour)).reduce((sum, value) => sum + value) / 24

function byWeekday(at: number): number {
  const days = at / dayMs - 0.5
  const whole = Math.floor(days)
  // 1970 began with a Thursday.
  const noon = (day: number): number => weekdays[(((day + 4) % 7) + 7) % 7] ?? 1
  return noon(whole) + (noon(whole + 1) - noon(whole)) * (days - whole)
}

/** The start of a season raises activity for two weeks, the patch of every other Tuesday for days. */
function byPatch(at: number): number {
  const sinceFirst = at - firstSeasonBegin
  const since = (period: number): number => (((sinceFirst % period) + period) % period) / dayMs
  return 1 + 0.35 * Math.exp(-since(seasonMs) / 6) + 0.18 * Math.exp(-since(2 * weekMs) / 1.5)
}

/** The activity at an instant; about 1 on average over a week without a season's start. */
export function activity(at: number): number {
  return (byHour((at / hourMs) % 24) / meanByHour) * byWeekday(at) * byPatch(at)
}
