import { z } from 'zod'
import type { Columns } from '../../model/columns.ts'
import type { CanonicalRequest } from '../../model/endpoint.ts'
import type { LiveRow } from '../../model/live-store.ts'
import { fieldChoiceOf } from '../../model/row-params.ts'
import { fieldSchema } from '../../model/schemas.ts'
import { mapInSlices } from '../../model/values/steps.ts'
import { pickFields } from '../../answer/rows/rows.ts'

/** The JSON text of a row with the requested columns: the declared ones in their order, then further ones from the observer. */
export function liveRowText(columns: Columns, row: LiveRow, { values }: Pick<CanonicalRequest, 'values'>): string {
  const condense = values.condense !== false
  const isWanted = fieldChoiceOf(values)
  const displayed: Record<string, unknown> = {}
  for (const name of Object.keys(columns)) {
    const value = row[name] ?? null
    if (value !== null || !condense) displayed[name] = value
  }
  for (const [name, value] of Object.entries(row))
    if (!Object.hasOwn(columns, name) && value !== null) displayed[name] = value
  return JSON.stringify(isWanted ? pickFields(displayed, isWanted) : displayed)
}

/** The JSON texts of many rows, serialized without blocking the thread; `mapRow` returns a row as answers show it. */
export const liveRowTexts = (
  columns: Columns,
  rows: readonly LiveRow[],
  request: CanonicalRequest,
  mapRow: (row: LiveRow) => LiveRow = (row) => row,
): Promise<string[]> => mapInSlices(rows, (row) => liveRowText(columns, mapRow(row), request))

/** The schema of rows with these columns; further columns from observers are allowed. */
export function liveRowSchema(columns: Columns): z.ZodObject {
  return z.looseObject(Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, fieldSchema(column)])))
}
