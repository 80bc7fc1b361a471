// Lists of rows that an endpoint computes itself: `sort`, `fields` and `format` follow from the columns of these rows.
import {
  catalogEndpoint,
  type CanonicalRequest,
  type CatalogEndpoint,
  type FoundRows,
  type JsonReply,
} from '../model/endpoint.ts'
import { fieldChoiceOf, listParams, displayedColumns, sortKeysOf, type ExportFormat } from '../model/row-params.ts'
import type { Columns } from '../model/columns.ts'
import type { CatalogStore } from '../model/store.ts'
import { nextPageOf, nextText } from '../request/next-page.ts'
import { envelopeOf } from './answers.ts'
import { preparedInSteps } from './prepared.ts'
import { csvLine } from './rows/csv.ts'
import { pickFields } from './rows/rows.ts'
import { sortedTexts } from './rows/sorted-texts.ts'

type Row = Record<string, unknown>

type Declared = Omit<Parameters<typeof catalogEndpoint>[0], 'answer' | 'rowColumns' | 'envelope'> &
  Required<Pick<CatalogEndpoint, 'find' | 'rowColumns' | 'envelope'>>

/** Declares a list of rows that `find` returns. They are not looked up by id, so there is no `ids`. */
export function foundList(declaration: Declared): CatalogEndpoint {
  const { rowColumns, envelope, params, prepare } = declaration
  const { ids: _ids, ...list } = listParams({ columns: rowColumns, envelope })
  return catalogEndpoint({
    ...declaration,
    params: { ...list, ...params },
    async prepare(request, store) {
      await prepare?.(request, store)
      if (isSorted(request)) await sorted.prepare(request, store)
    },
    answer: answerFound,
  })
}

/** JSON texts of all rows, in the order of `sort`. */
const sorted = preparedInSteps((request, store) =>
  sortedTexts(findIn(request, store), sortKeysOf(request.values, request.endpoint.envelope), columnsOf(request)),
)

/** Few enough that a step takes milliseconds. */
const rowsPerStep = 100

const findIn = (request: CanonicalRequest, store: CatalogStore): FoundRows => {
  const { endpoint } = request
  if (endpoint.kind !== 'catalog' || !endpoint.find) throw new Error(`The endpoint ${endpoint.id} finds no rows`)
  return endpoint.find(request, store)
}

/** Answers with a page of the found rows. */
function answerFound(request: CanonicalRequest, store: CatalogStore): JsonReply {
  const found = inOrder(request, store)
  const envelope = envelopeOf(request)
  const { offset, limit } = envelope.window(request.values)
  const isWanted = fieldChoiceOf(request.values)
  const texts = found.texts(offset, limit)
  const rows = isWanted ? texts.map((text) => JSON.stringify(pickFields(JSON.parse(text) as Row, isWanted))) : texts
  const next = nextPageOf(request, found.total)
  const body = envelope.wrap(rows, found.total, request.values, nextText(next), { extraFields: found.extraFields })
  return { body, total: found.total, next: next?.url }
}

/** Generates a file of all found rows, a few at a time. */
export function* foundParts(
  request: CanonicalRequest,
  store: CatalogStore,
  { format, maxRows }: { readonly format: ExportFormat; readonly maxRows: number },
): Generator<string> {
  const found = inOrder(request, store)
  const isWanted = fieldChoiceOf(request.values) ?? (() => true)
  const names = [...displayedColumns(columnsOf(request)).keys()].filter(isWanted)
  if (format === 'csv') yield csvLine(names)
  for (let offset = 0; offset < Math.min(found.total, maxRows); offset += rowsPerStep) {
    const rows = found.texts(offset, rowsPerStep).map((text) => JSON.parse(text) as Row)
    const line = (row: Row) =>
      format === 'csv' ? csvLine(names.map((name) => row[name])) : `${JSON.stringify(pickFields(row, isWanted))}\n`
    yield rows.map(line).join('')
  }
}

function inOrder(request: CanonicalRequest, store: CatalogStore): FoundRows {
  const found = findIn(request, store)
  if (!isSorted(request)) return found
  const texts = sorted.of(request, store)
  return { ...found, texts: (offset, limit) => texts.slice(offset, offset + limit) }
}

const isSorted = ({ values, endpoint }: CanonicalRequest): boolean => sortKeysOf(values, endpoint.envelope).length > 0

const columnsOf = ({ endpoint }: CanonicalRequest): Columns => endpoint.rowColumns ?? {}
