import { z } from 'zod'
import { envelopeOf } from '../answer/answers.ts'
import type { Columns } from '../model/columns.ts'
import type { CanonicalRequest, LiveReply } from '../model/endpoint.ts'
import { fieldsOf } from '../model/row-params.ts'
import { chosen } from '../answer/rows/rows.ts'
import { fieldSchema } from '../model/schemas.ts'
import { positionOf } from '../model/envelopes.ts'
import { nextByTime, nextOf, type NextPage } from '../request/next-page.ts'
import type { CountedRows, LiveRow, ObservedValue, Slice } from '../model/live-store.ts'

/** JSON text of a row as the request wants it: the declared columns in their order, then what the observer sent beyond them. */
export function liveRowText(columns: Columns, row: LiveRow, { values }: Pick<CanonicalRequest, 'values'>): string {
  const condense = values.condense !== false
  const isWanted = fieldsOf(values)
  const displayed: Record<string, unknown> = {}
  for (const name of Object.keys(columns)) {
    const value = row[name] ?? null
    if (value !== null || !condense) displayed[name] = value
  }
  for (const [name, value] of Object.entries(row))
    if (!Object.hasOwn(columns, name) && value !== null) displayed[name] = value
  return JSON.stringify(isWanted ? chosen(displayed, isWanted) : displayed)
}

/** The texts of many rows as the request wants them. */
export const liveRowTexts = (columns: Columns, rows: readonly LiveRow[], request: CanonicalRequest): string[] =>
  rows.map((row) => liveRowText(columns, row, request))

/** What the request's page holds of all rows. */
export function sliceOf(request: CanonicalRequest): Slice {
  const envelope = envelopeOf(request)
  const { offset, limit } = envelope.window(request.values)
  const olderThan = envelope.timeKey && positionOf(request.values)
  return { offset, limit, ...(olderThan && { olderThan }) }
}

/** How many rows there are at least: of a total that is a minimum there is a next page while pages are full. */
export const knownTotal = ({ rows, total, totalIsMinimum }: CountedRows<LiveRow>, { offset, limit }: Slice): number =>
  totalIsMinimum && rows.length === limit ? Math.max(total, offset + limit + 1) : total

/** A list in the endpoint's envelope. */
export function answerLiveList(
  request: CanonicalRequest,
  columns: Columns,
  { value, observedAt }: ObservedValue<CountedRows<LiveRow>>,
): LiveReply {
  const { rows, total, totalIsMinimum } = value
  const next = nextOfList(request, value)
  const texts = liveRowTexts(columns, rows, request)
  return {
    body: envelopeOf(request).wrap(texts, total, request.values, JSON.stringify(next?.value ?? null), {
      totalIsMinimum,
    }),
    observedAt,
    ...(next && { next: next.url }),
  }
}

/** The page after this one: after the last row where the list is in order of time, else after as many rows as were passed. */
function nextOfList(request: CanonicalRequest, value: CountedRows<LiveRow>): NextPage | undefined {
  const envelope = envelopeOf(request)
  const last = value.rows.at(-1)
  if (!envelope.timeKey) return nextOf(request, knownTotal(value, sliceOf(request)))
  return value.hasMore && last ? nextByTime(request, envelope, envelope.timeKey, last) : undefined
}

/** Rows of a live answer; the observer may send further columns, which pass through. */
export function liveRowSchema(columns: Columns): z.ZodObject {
  return z.looseObject(Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, fieldSchema(column)])))
}
