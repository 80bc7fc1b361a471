import type { Formats } from '../../messages/formats.ts'

/** The data of a chart's table. */
export interface ChartData {
  /** Seconds since 1970. */
  readonly times: readonly number[]
  readonly columns: readonly ChartColumn[]
  /** For each point, true if it is based on few observations. */
  readonly uncertain: readonly boolean[]
}

/** How a column is drawn: as a line, a stepped line, the lower or upper edge of a band, bars on their own scale, or not. */
type DrawStyle = 'line' | 'steps' | 'low' | 'high' | 'bars' | 'none'

export interface ChartColumn {
  readonly label: string
  readonly draw: DrawStyle
  /** A column that is not drawn has `NaN` for missing values. */
  readonly values: readonly number[]
}

export const isLine = ({ draw }: Pick<ChartColumn, 'draw'>): boolean => draw === 'line' || draw === 'steps'

/** Reads the table that a page has below a chart. */
export function readChartTable(table: HTMLTableElement): ChartData {
  const rows = [...(table.tBodies[0]?.rows ?? [])]
  const times = rows.map((row) => Date.parse(row.querySelector('time')?.dateTime ?? '') / 1000)
  const values = rows.map((row) => [...row.querySelectorAll('data')].map(({ value }) => Number(value)))
  const columns = [...table.querySelectorAll<HTMLElement>('th[data-draw]')].map((head, at) => ({
    label: head.textContent.trim(),
    draw: (head.dataset.draw ?? 'none') as DrawStyle,
    values: values.map((row) => row[at] ?? 0),
  }))
  return { times, columns, uncertain: rows.map(({ dataset }) => 'uncertain' in dataset) }
}

/** Describes the point with this index: its instant in UTC and its values. */
export function formatPoint(
  { times, columns }: Pick<ChartData, 'times' | 'columns'>,
  at: number,
  formats: Formats,
): string {
  const values = columns.flatMap(({ label, values }) => {
    const value = Math.round((values[at] ?? 0) * 100) / 100
    return Number.isNaN(value) ? [] : [`${label} ${formats.number(value)}`]
  })
  return `${formats.minute((times[at] ?? 0) * 1000)} UTC: ${values.join(', ')}`
}
