// Lists of live data, whose filters, order, ids, columns, pages and files follow from their declarations.
import { envelopeOf } from '../../answer/answers.ts'
import { exportHeaders, maxExportedRows } from '../../answer/exports.ts'
import { csvLine } from '../../answer/rows/csv.ts'
import type { Columns } from '../../model/columns.ts'
import { liveEndpoint, type CanonicalRequest, type LiveEndpoint, type LiveReply } from '../../model/endpoint.ts'
import type { Envelope, TimeKey } from '../../model/envelopes.ts'
import { conditionsOf } from '../../model/filters.ts'
import type { Condition } from '../../model/conditions.ts'
import { withKnownIds } from '../../request/known-ids.ts'
import type {
  CountedRows,
  LiveOrder,
  LiveRow,
  LiveSortKey,
  LiveStore,
  ObservedValue,
  Slice,
} from '../../model/live-store.ts'
import { fieldChoiceOf, idsOf, listParams, sortKeysOf, type ExportFormat } from '../../model/row-params.ts'
import type { CatalogStore } from '../../model/store.ts'
import type { Values } from '../../model/values/params.ts'
import { mapInSlices } from '../../model/values/steps.ts'
import {
  maxPositionLength,
  sortedPositionOf,
  timePosition,
  writeSortedPosition,
  writeTimePosition,
  type RowPosition,
  type Scalar,
  type SortedPosition,
} from '../../model/values/row-positions.ts'
import { nextPageOf, pageAfter, assertUrlFits, type NextPage } from '../../request/next-page.ts'
import { maxTargetLength } from '../../request/target.ts'
import { liveRowText, liveRowTexts } from './live-rows.ts'

type Rows = ObservedValue<CountedRows<LiveRow>>

/** The request of a list and the stores that answer it. */
export interface LiveSource {
  readonly request: CanonicalRequest
  readonly live: LiveStore
  readonly store: CatalogStore
}

/** Which rows to read, and in which order. */
interface LiveQuery {
  readonly conditions: readonly Condition[]
  readonly slice: Slice
}

type Declared = Omit<Parameters<typeof liveEndpoint>[0], 'answer' | 'export' | 'rowColumns' | 'envelope'>

interface LiveListDeclaration extends Declared {
  readonly rowColumns: Columns
  readonly envelope: Envelope
  /** Returns the values to filter by; by default those of the request, with known raw keys replaced by ids. */
  readonly resolveValues?: (values: Values, store: CatalogStore) => Values
  readonly read: (query: LiveQuery, source: LiveSource) => Promise<Rows>
  /** Returns a row as answers show it; the stored row by default. */
  readonly mapRow?: (row: LiveRow, source: LiveSource) => LiveRow
}

/** Declares a list of live data, with the parameters `sort`, `ids`, `fields` and `format` as its columns allow. */
export function liveList({ read, resolveValues, mapRow, ...declaration }: LiveListDeclaration): LiveEndpoint {
  const { rowColumns, envelope, filters = [], params } = declaration
  const select = (source: LiveSource, slice: Slice): Promise<Selected> => {
    const { values } = source.request
    const ids = idsOf(values)
    if (ids) return rowsByIds(ids, slice, (query) => read(query, source))
    const { store } = source
    const known = resolveValues?.(values, store) ?? withKnownIds(filters, values, store, store.patches.current()?.id)
    return read({ conditions: conditionsOf(filters, known), slice }, source)
  }
  const display = (row: LiveRow, source: LiveSource) => mapRow?.(row, source) ?? row
  const list = { columns: rowColumns, select, display }
  return liveEndpoint({
    ...declaration,
    params: { ...listParams({ columns: rowColumns, envelope }), ...params },
    async answer(request, live, store) {
      const source = { request, live, store }
      return answerPage(list, source, await select(source, sliceOf(request)))
    },
    async export(request, live, store, format) {
      const source = { request, live, store }
      const slice = { ...sliceOf(request), offset: 0, limit: rowsPerPart }
      const first = { slice, selected: await select(source, slice) }
      const common = { headers: exportHeaders(request, format), observedAt: first.selected.observedAt }
      if (hasMore(first)) return { ...common, body: '', parts: () => partsOf(list, source, format, first) }
      const lines = await linesOf(list, source, format, first)
      return { ...common, body: [headLine(list, source, format), ...lines].join('') }
    },
  })
}

type Selected = Rows & { readonly missing?: readonly string[] }

interface List {
  readonly columns: Columns
  readonly select: (source: LiveSource, slice: Slice) => Promise<Selected>
  readonly display: (row: LiveRow, source: LiveSource) => LiveRow
}

const integerId = /^(0|[1-9]\d{0,15})$/

/** The distinct rows with these ids, in the order of the ids. */
async function rowsByIds(
  ids: readonly string[],
  { offset, limit }: Slice,
  read: (query: LiveQuery) => Promise<Rows>,
): Promise<Selected> {
  const value = [...new Set(ids.filter((id) => integerId.test(id)).map(Number))]
  const conditions: Condition[] = [{ column: 'id', operator: 'oneOf', value }]
  const { value: found, observedAt } = await read({ conditions, slice: { offset: 0, limit: ids.length } })
  const byId = new Map(found.rows.map((row) => [String(row.id), row]))
  const distinct = [...new Set(ids)]
  const inOrder = distinct.map((id) => byId.get(id)).filter((row) => row !== undefined)
  const rows = inOrder.slice(offset, offset + limit)
  const page = { rows, total: inOrder.length, hasMore: offset + limit < inOrder.length }
  return { value: page, observedAt, missing: distinct.filter((id) => !byId.has(id)) }
}

/** The part of all rows that the request's page shows. */
function sliceOf(request: CanonicalRequest): Slice {
  const { endpoint, values } = request
  const envelope = envelopeOf(request)
  const { offset, limit } = envelope.window(values)
  const keys = liveKeysOf(endpoint, values)
  const after = sortedPositionOf(values.after_row)
  if (keys.length > 0) return { offset, limit, order: { keys, ...(after && { after }) } }
  const olderThan = envelope.timeKey && timePosition(values.older_than)
  return { offset, limit, ...(olderThan && { olderThan }) }
}

function liveKeysOf({ rowColumns = {}, envelope }: CanonicalRequest['endpoint'], values: Values): LiveSortKey[] {
  return sortKeysOf(values, envelope).map((key) => {
    const { isOrdered, usual, isDecimal } = rowColumns[key.column] ?? {}
    return { ...key, ...(isOrdered && usual && { ranked: usual }), ...(isDecimal && { isDecimal }) }
  })
}

async function answerPage({ columns, display }: List, source: LiveSource, selected: Selected): Promise<LiveReply> {
  const { request } = source
  const { value, observedAt, missing } = selected
  const next = nextOfPage(request, selected)
  const texts = await liveRowTexts(columns, value.rows, request, (row) => display(row, source))
  const body = envelopeOf(request).wrap(texts, value.total, request.values, JSON.stringify(next?.value ?? null), {
    totalIsMinimum: value.totalIsMinimum,
    ...(missing && { extraFields: { missing } }),
  })
  return { body, observedAt, ...(next && { next: next.url }) }
}

/**
 * The next page: it begins after the position of the last row if rows have positions, else after the number of rows on
 * previous pages. That number is also used if a position with long texts would make the URL longer than the service accepts.
 */
function nextOfPage(request: CanonicalRequest, { value, missing }: Selected): NextPage | undefined {
  const envelope = envelopeOf(request)
  const { timeKey } = envelope
  const slice = sliceOf(request)
  const last = value.rows.at(-1)
  if (!timeKey || missing) return nextPageOf(request, knownTotal(value, slice))
  if (!value.hasMore || !last) return undefined
  const position = positionOf(last, timeKey, slice.order)
  const next = pageAfter(request, envelope, position)
  const isTaken = (position.after_row ?? '').length <= maxPositionLength && next.url.length <= maxTargetLength
  return isTaken ? next : assertUrlFits(pageAfter(request, envelope, withoutPosition))
}

const withoutPosition = { older_than: undefined, after_row: undefined }

/** The total or, while it is only a lower bound, at least one row more than the pages so far if this page is full. */
const knownTotal = ({ rows, total, totalIsMinimum }: CountedRows<LiveRow>, { offset, limit }: Slice): number =>
  totalIsMinimum && rows.length === limit ? Math.max(total, offset + limit + 1) : total

const timePositionOf = (row: LiveRow, { at, id }: TimeKey): RowPosition => ({
  at: Date.parse(String(row[at])),
  id: Number(row[id]),
})

const sortedPositionIn = ({ keys }: LiveOrder, row: LiveRow, { id }: TimeKey): SortedPosition => ({
  values: keys.map(({ column }) => (row[column] ?? null) as Scalar),
  id: Number(row[id]),
})

/** Parameters that contain a row's position in the requested order. */
const positionOf = (row: LiveRow, timeKey: TimeKey, order: LiveOrder | undefined): Record<string, string> =>
  order
    ? { after_row: writeSortedPosition(sortedPositionIn(order, row, timeKey)) }
    : { older_than: writeTimePosition(timePositionOf(row, timeKey)) }

/** Rows per read of an export: few enough to need little memory, many enough to make few reads. */
const rowsPerPart = 500

interface ReadPart {
  readonly slice: Slice
  readonly selected: Selected
}

const hasMore = ({ slice, selected: { value } }: ReadPart): boolean =>
  value.hasMore ?? value.rows.length === slice.limit

/** Generates the parts of a file: rows as the list shows them, in its order, read as fast as the client receives them. */
async function* partsOf(list: List, source: LiveSource, format: ExportFormat, first: ReadPart): AsyncGenerator<string> {
  yield headLine(list, source, format)
  let part: ReadPart | undefined = first
  for (let count = 0; part && count < maxExportedRows; count += rowsPerPart) {
    yield (await linesOf(list, source, format, part)).join('')
    part = await partAfter(list, source, part)
  }
}

const headLine = (list: List, source: LiveSource, format: ExportFormat): string =>
  format === 'csv' ? csvLine(columnNamesOf(list, source)) : ''

function linesOf(list: List, source: LiveSource, format: ExportFormat, { selected }: ReadPart): Promise<string[]> {
  const names = columnNamesOf(list, source)
  const line = (row: LiveRow) =>
    format === 'csv' ? csvLine(names.map((name) => row[name])) : `${liveRowText(list.columns, row, source.request)}\n`
  return mapInSlices(selected.value.rows, (row) => line(list.display(row, source)))
}

function columnNamesOf({ columns }: List, { request }: LiveSource): string[] {
  const isWanted = fieldChoiceOf(request.values)
  return Object.keys(columns).filter((name) => isWanted?.(name) ?? true)
}

async function partAfter(list: List, source: LiveSource, part: ReadPart): Promise<ReadPart | undefined> {
  const { slice, selected } = part
  const last = selected.value.rows.at(-1)
  if (!hasMore(part) || !last) return undefined
  const { timeKey } = envelopeOf(source.request)
  const next = timeKey && !selected.missing ? sliceAfter(last, timeKey, slice) : nextSlice(slice)
  return { slice: next, selected: await list.select(source, next) }
}

const nextSlice = (slice: Slice): Slice => ({ ...slice, offset: slice.offset + slice.limit })

const sliceAfter = (last: LiveRow, timeKey: TimeKey, { order, ...slice }: Slice): Slice =>
  order
    ? { ...slice, order: { ...order, after: sortedPositionIn(order, last, timeKey) } }
    : { ...slice, olderThan: timePositionOf(last, timeKey) }
