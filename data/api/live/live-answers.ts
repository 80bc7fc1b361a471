import { z } from 'zod'
import { envelopeOf } from '../answers.ts'
import type { Columns } from '../columns.ts'
import type { CanonicalRequest, LiveReply } from '../endpoint.ts'
import { nextOf } from '../next-page.ts'
import type { Counted, LiveRow, Seen, Slice } from './live-store.ts'

/** JSON text of a row: the declared columns in their order, then what the observer sent beyond them. */
export function liveRowText(columns: Columns, row: LiveRow, condense: boolean): string {
  const shown: Record<string, unknown> = {}
  for (const name of Object.keys(columns)) {
    const value = row[name] ?? null
    if (value !== null || !condense) shown[name] = value
  }
  for (const [name, value] of Object.entries(row))
    if (!Object.hasOwn(columns, name) && value !== null) shown[name] = value
  return JSON.stringify(shown)
}

/** The texts of many rows as the request wants them. */
export const liveRowTexts = (columns: Columns, rows: readonly LiveRow[], { values }: CanonicalRequest): string[] =>
  rows.map((row) => liveRowText(columns, row, values.condense !== false))

/** What the request's page holds of all rows. */
export function sliceOf(request: CanonicalRequest): Slice {
  const { offset, limit } = envelopeOf(request).window(request.values)
  return { offset, limit }
}

/** A list in the endpoint's envelope. */
export function answerLiveList(
  request: CanonicalRequest,
  columns: Columns,
  { value, observedAt }: Seen<Counted<LiveRow>>,
): LiveReply {
  const { rows, total, totalIsMinimum } = value
  // Of a total that is a minimum there is a next page while pages are full.
  const { offset, limit } = sliceOf(request)
  const least = totalIsMinimum && rows.length === limit ? Math.max(total, offset + limit + 1) : total
  const next = JSON.stringify(nextOf(request, least)?.value ?? null)
  const texts = liveRowTexts(columns, rows, request)
  return {
    body: envelopeOf(request).wrap(texts, total, request.values, next, totalIsMinimum),
    total: least,
    observedAt,
  }
}

/** Rows of a live answer: every column may be missing, and the observer may send more. */
export function liveRowSchema(columns: Columns): z.ZodType {
  return z.looseObject(
    Object.fromEntries(Object.entries(columns).map(([name, { schema }]) => [name, schema.nullish()])),
  )
}
