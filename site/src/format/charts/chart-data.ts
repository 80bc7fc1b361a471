import type { Formats } from '../../messages/formats.ts'

/** What a chart's table holds: instants in seconds, and columns with how each is drawn. */
export interface ChartData {
  readonly times: readonly number[]
  readonly columns: readonly ChartColumn[]
  /** Points that rest on little. */
  readonly unsure: readonly boolean[]
}

/** A line; a stepped line; the lower and the upper edge of a band; bars on their own scale; not drawn. */
type Drawn = 'line' | 'steps' | 'low' | 'high' | 'bars' | 'none'

export interface ChartColumn {
  readonly label: string
  readonly draw: Drawn
  /** Of what is not drawn, `NaN` where there is none. */
  readonly values: readonly number[]
}

export const isLine = ({ draw }: Pick<ChartColumn, 'draw'>): boolean => draw === 'line' || draw === 'steps'

export function readChartTable(table: HTMLTableElement): ChartData {
  const rows = [...(table.tBodies[0]?.rows ?? [])]
  const times = rows.map((row) => Date.parse(row.querySelector('time')?.dateTime ?? '') / 1000)
  const values = rows.map((row) => [...row.querySelectorAll('data')].map(({ value }) => Number(value)))
  const columns = [...table.querySelectorAll<HTMLElement>('th[data-draw]')].map((head, at) => ({
    label: head.textContent.trim(),
    draw: (head.dataset.draw ?? 'none') as Drawn,
    values: values.map((row) => row[at] ?? 0),
  }))
  return { times, columns, unsure: rows.map(({ dataset }) => 'unsure' in dataset) }
}

/** One point in words: what the pointer or the keys are at. */
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
