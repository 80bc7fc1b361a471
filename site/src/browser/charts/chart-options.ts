import uPlot from 'uplot'
import { isLine, type ChartColumn } from '../../format/charts/chart-data.ts'
import type { ChartMark } from '../../format/charts/chart-marks.ts'
import { drawMarks } from './chart-marks.ts'
import { isGap } from '../../format/charts/line-chart.ts'
import { formatsOf } from '../../messages/formats.ts'
import { VisibleScale } from './visible-scale.ts'

const dashes = [[], [6, 4], [2, 4]]

export interface ChartSettings {
  readonly isInverted: boolean
  /** The range of values in the server's picture. */
  readonly ticks: readonly number[]
  /** Start and end of the time axis, in seconds since 1970. */
  readonly span: readonly [from: number, to: number]
  /** Usual distance of neighbouring points in seconds; no line connects points that are much farther apart. */
  readonly step: number
  /** Language in which numbers and times are formatted. */
  readonly locale: string
  /** Instants that are marked by a dashed line. */
  readonly marks?: readonly ChartMark[]
}

type Colour = (name: string) => string

/**
 * Returns uPlot's options: one series per column of the table, then one for the points of the first line that are based on
 * few observations, in the colours of the theme. `onCursor` gets the index of the point under the cursor.
 */
export function chartOptions(
  host: HTMLElement,
  columns: readonly ChartColumn[],
  { isInverted, ticks, span: [min, max], step, locale, marks = [] }: ChartSettings,
  onCursor: (at: number | null | undefined) => void,
): uPlot.Options {
  const style = getComputedStyle(host)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const low = columns.findIndex(({ draw }) => draw === 'low') + 1
  const high = columns.findIndex(({ draw }) => draw === 'high') + 1
  const scale = new VisibleScale(columns, ticks)
  const gaps = gapsOf(step)
  let lines = 0
  const series = columns.map((column): uPlot.Series => {
    if (!isLine(column)) return { ...nonLineSeries(column, colour), gaps }
    lines += 1
    return {
      ...lineSeries(column, lines, colour),
      gaps: column.draw === 'steps' ? gapsOf(step, 2) : gaps,
      points: { size: 5, filter: isolatedPoints(step) },
    }
  })
  return {
    width: host.clientWidth,
    height: 320,
    legend: { show: false },
    cursor: { drag: { x: true, y: false, setScale: true } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    scales: {
      x: { min, max },
      y: { dir: isInverted ? -1 : 1, range: (plot) => scale.range(plot) },
      bars: { range: (_plot, _low, highest) => [0, (highest || 1) * 4] },
    },
    axes: axesOf(scale, colour, locale),
    series: [{}, ...series, uncertainSeries(colour)],
    bands:
      low > 0 && high > 0
        ? [{ series: [high, low], fill: `color-mix(in srgb, ${colour('--series-1')} 18%, transparent)` }]
        : [],
    hooks: {
      setCursor: [(plot) => onCursor(plot.cursor.idx)],
      draw: [
        (plot) => {
          markPointsBeyond(plot, scale, isInverted, colour('--faint'))
          drawMarks(plot, marks, colour('--faint'))
        },
      ],
    },
  }
}

const markPixels = 5

/** Draws a small triangle at the edge of the plot for each point whose value is beyond the scale. */
function markPointsBeyond(plot: uPlot, scale: VisibleScale, isInverted: boolean, fill: string): void {
  const [from, to] = plot.series[0]?.idxs ?? [0, -1]
  const { ctx, bbox } = plot
  const size = markPixels * devicePixelRatio
  const [edge, inside] = isInverted ? [bbox.top + bbox.height, -size] : [bbox.top, size]
  ctx.save()
  ctx.fillStyle = fill
  for (const at of scale.beyond(from, to)) {
    const x = plot.valToPos(plot.data[0][at] ?? 0, 'x', true)
    ctx.beginPath()
    ctx.moveTo(x, edge)
    ctx.lineTo(x - size, edge + inside)
    ctx.lineTo(x + size, edge + inside)
    ctx.fill()
  }
  ctx.restore()
}

function axesOf(scale: VisibleScale, colour: Colour, locale: string): uPlot.Axis[] {
  const formats = formatsOf(locale)
  const axis = {
    stroke: colour('--faint'),
    font: '13px Figtree Variable, sans-serif',
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  }
  return [
    { ...axis, space: 90, size: 34, values: (_plot, displayed) => displayed.map((at) => timeLabel(at, locale)) },
    {
      ...axis,
      size: 64,
      splits: () => scale.ticks,
      values: (_plot, displayed) => displayed.map((tick) => formats.number(tick)),
    },
  ]
}

/** Cuts lines where points are too far apart. `more` widens each cut by some pixels, to hide the rise of a stepped line. */
const gapsOf =
  (step: number, more = 0): uPlot.Series.GapsRefiner =>
  (plot, _series, first, last, nulls) => {
    const [times] = plot.data
    const found: uPlot.Series.Gaps = []
    for (let at = first; at < last; at++) {
      const [from = 0, to = 0] = [times[at], times[at + 1]]
      if (isGap(from, to, step)) found.push([plot.valToPos(from, 'x', true), plot.valToPos(to, 'x', true) + more])
    }
    return found.length > 0 ? found : nulls
  }

/** If there are too many points to show each of them, selects those that no line connects to a neighbour. */
const isolatedPoints =
  (step: number): uPlot.Series.Points.Filter =>
  ({ data: [times] }, _series, showsEach) => {
    const isFar = (from: number | undefined, to: number | undefined) =>
      from === undefined || to === undefined || isGap(from, to, step)
    if (showsEach) return null
    return Array.from(times.keys()).filter((at) => isFar(times[at - 1], times[at]) && isFar(times[at], times[at + 1]))
  }

function lineSeries({ label, draw }: ChartColumn, place: number, colour: Colour): uPlot.Series {
  return {
    label,
    stroke: colour(`--series-${place}`),
    width: 2,
    dash: dashes[place - 1],
    ...(draw === 'steps' && { paths: uPlot.paths.stepped?.({ align: 1 }) }),
  }
}

const uncertainSeries = (colour: Colour): uPlot.Series => ({
  stroke: 'transparent',
  width: 0,
  points: { show: true, size: 7, width: 1.5, stroke: colour('--series-1'), fill: colour('--ground') },
})

/** Formats a tick of the time axis in UTC: midnight as a date, any other time as hours and minutes. */
function timeLabel(seconds: number, locale: string): string {
  const at = new Date(seconds * 1000)
  const isMidnight = seconds % 86_400 === 0
  const format: Intl.DateTimeFormatOptions = isMidnight
    ? { day: 'numeric', month: 'short' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
  return new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' }).format(at)
}

/** Returns the series of a column that is not a line: bars, an edge of the band, or nothing visible. */
function nonLineSeries({ label, draw }: ChartColumn, colour: Colour): uPlot.Series {
  if (draw === 'bars')
    return {
      label,
      scale: 'bars',
      fill: colour('--bars'),
      width: 0,
      paths: uPlot.paths.bars?.({ size: [0.7, 16] }),
      points: { show: false },
    }
  return { label, show: draw !== 'none', stroke: 'transparent', width: 0, points: { show: false } }
}
