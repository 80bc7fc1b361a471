// The parameter `format`: all rows of a list as one file, which is generated a few rows at a time.
import type { CanonicalRequest } from '../model/endpoint.ts'
import type { Envelope, Window } from '../model/envelopes.ts'
import { exportMediaTypes, fieldChoiceOf, displayedColumns, type ExportFormat } from '../model/row-params.ts'
import type { Resource } from '../model/resource.ts'
import { ownProperty } from '../model/values/own-property.ts'
import type { CatalogStore, StoredRow } from '../model/store.ts'
import { resourceOf, selectRows } from './answers.ts'
import { foundParts } from './found-rows.ts'
import { csvLine } from './rows/csv.ts'
import { viewOf, type RowView } from './rows/row-view.ts'
import { rowObject, rowText } from './rows/rows.ts'

/** Longer lists are truncated to this number of rows. */
export const maxExportedRows = 50_000
/** Few enough that a part takes milliseconds, even with embedded rows. */
const rowsPerPart = 25
/** Many, because each selection takes a pass over all selected rows. */
const rowsPerSelection = 200

/** The requested file format of a list; undefined if its envelope is requested. */
export const formatOf = ({ values }: CanonicalRequest) => values.format as ExportFormat | undefined

/** Headers with media type and name of the file. */
export function exportHeaders({ endpoint, patch }: CanonicalRequest, format: ExportFormat): Record<string, string> {
  const [list = 'rows'] = endpoint.id.split('.')
  const version = patch ? `-${patch.version.replace(/[^\w.-]/g, '_')}` : ''
  return {
    'content-type': `${exportMediaTypes[format]}; charset=utf-8`,
    'content-disposition': `attachment; filename="${list}${version}.${format}"`,
  }
}

/** Generates the file in parts, with the rows of the list in its order. */
export function* exportParts(request: CanonicalRequest, store: CatalogStore, format: ExportFormat): Generator<string> {
  if (request.endpoint.kind === 'catalog' && request.endpoint.find) {
    yield* foundParts(request, store, { format, maxRows: maxExportedRows })
    return
  }
  const resource = resourceOf(request)
  const view = viewOf(request, store)
  const columns = format === 'csv' ? columnsOf(resource, view, request) : []
  if (format === 'csv') yield csvLine(columns)
  const line = (row: StoredRow) => {
    if (format === 'ndjson') return `${rowText(resource, row, view)}\n`
    const formatted = rowObject(resource, row, view)
    return csvLine(columns.map((name) => ownProperty(formatted, name)))
  }
  for (let offset = 0; offset < maxExportedRows; offset += rowsPerSelection) {
    const window = { ...windowOf(request), offset, limit: rowsPerSelection }
    const { rows, total } = selectRows(request, store, window)
    for (let at = 0; at < rows.length; at += rowsPerPart)
      yield rows
        .slice(at, at + rowsPerPart)
        .map(line)
        .join('')
    if (offset + rowsPerSelection >= total) return
  }
}

/** The window of the request's envelope, of which exports use the direction. */
function windowOf({ endpoint, values }: CanonicalRequest): Window {
  const envelope: Envelope | undefined = endpoint.envelope
  return envelope?.of(values).window(values) ?? { offset: 0, limit: rowsPerSelection, descending: false }
}

/** The columns of the CSV header: declared columns, undeclared ones that the patch has, and embedded ones. */
function columnsOf(resource: Resource, { store, scope, embed }: RowView, { values }: CanonicalRequest): string[] {
  const embedded = String(embed ?? '').split(',')
  const declared = [...displayedColumns(resource.columns)].flatMap(([name, { detail }]) =>
    detail && !embedded.includes(name) ? [] : [name],
  )
  const isWanted = fieldChoiceOf(values, resource.key)
  const parts = Object.keys(resource.parts ?? {}).filter((name) => embedded.includes(name))
  const all = [...new Set([...store.columnsOf(resource, scope), ...declared, ...parts])]
  return isWanted ? all.filter(isWanted) : all
}
