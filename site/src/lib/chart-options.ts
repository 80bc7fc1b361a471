import uPlot from 'uplot'
import type { ChartColumn } from './chart-data.ts'

/** 1, 2, 5, 10 and so on. */
const wholeSteps = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()
const dashes = [[], [6, 4], [2, 4]]

export interface ChartWishes {
  readonly isInverted: boolean
  /** From the lowest to the highest value that is shown. */
  readonly range: readonly [low: number, high: number]
}

const areWhole = (columns: readonly ChartColumn[]) =>
  columns.every(({ draw, values }) => draw !== 'line' || values.every(Number.isInteger))

/** How uPlot draws the table's columns, in the colours of the theme. */
export function chartOptions(
  host: HTMLElement,
  columns: readonly ChartColumn[],
  { isInverted, range }: ChartWishes,
  reads: (at: number | null | undefined) => void,
): uPlot.Options {
  const style = getComputedStyle(host)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const axis = {
    stroke: colour('--faint'),
    font: '13px Figtree Variable, sans-serif',
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  }
  const low = columns.findIndex(({ draw }) => draw === 'low') + 1
  const high = columns.findIndex(({ draw }) => draw === 'high') + 1
  let lines = 0
  const series = columns.map((column): uPlot.Series => {
    if (column.draw !== 'line') return besides(column, colour)
    lines += 1
    return {
      label: column.label,
      stroke: colour(`--series-${lines}`),
      width: 2,
      dash: dashes[lines - 1],
      points: { size: 5 },
    }
  })
  return {
    width: host.clientWidth,
    height: 320,
    legend: { show: false },
    cursor: { drag: { x: true, y: false, setScale: true }, focus: { prox: 30 } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    scales: {
      y: { dir: isInverted ? -1 : 1, range: [...range] },
      bars: { range: (_plot, _low, most) => [0, (most || 1) * 4] },
    },
    axes: [
      { ...axis, space: 90, values: (_plot, ticks) => ticks.map(inTime) },
      {
        ...axis,
        size: 64,
        ...(areWhole(columns) && { incrs: wholeSteps }),
        values: (_plot, ticks) => ticks.map((tick) => tick.toLocaleString('en')),
      },
    ],
    series: [{}, ...series],
    bands:
      low > 0 && high > 0
        ? [{ series: [high, low], fill: `color-mix(in srgb, ${colour('--series-1')} 18%, transparent)` }]
        : [],
    hooks: { setCursor: [(plot) => reads(plot.cursor.idx)] },
  }
}

/** An hour where there are such ticks, else a day; UTC. */
function inTime(seconds: number): string {
  const at = new Date(seconds * 1000)
  const isMidnight = seconds % 86_400 === 0
  const format: Intl.DateTimeFormatOptions = isMidnight
    ? { day: 'numeric', month: 'short' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
  return new Intl.DateTimeFormat('en-GB', { ...format, timeZone: 'UTC' }).format(at)
}

function besides({ label, draw }: ChartColumn, colour: (name: string) => string): uPlot.Series {
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
