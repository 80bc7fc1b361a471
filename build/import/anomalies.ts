import type { Resource } from '../../data/api/model/resource.ts'
import { countLost } from '../../data/store/catalog/catalog-counts.ts'
import type { CatalogWriter, ColumnCounts } from '../../data/store/catalog/catalog-writer.ts'

/** The signs that a valid file is a broken extraction. */
export interface Anomaly {
  readonly resource: string
  /** Columns that have values in the parent, but none in the file. */
  readonly columnsAllNull: readonly string[]
  /** Columns that have values other than 0 in the parent, but only 0 in the file. */
  readonly columnsAllZero: readonly string[]
  readonly rowsBefore: number
  readonly rowsAfter: number
  /** Number of ids in the parent that the file lacks. */
  readonly idsLost: number
}

/** A valid bundle looks like a broken extraction, and anomalies are not accepted. Nothing was imported. */
export class AnomalyError extends Error {
  readonly anomalies: readonly Anomaly[]

  constructor(anomalies: readonly Anomaly[]) {
    super('The bundle looks like a broken extraction; nothing was imported. Add --accept-anomalies if it is right.')
    this.name = 'AnomalyError'
    this.anomalies = anomalies
  }
}

/** Compares a resource's new rows with those of the parent; undefined if nothing is suspicious. */
export function findAnomaly(
  writer: CatalogWriter,
  resource: Resource,
  { patchId, parentId, counts, rows }: { patchId: number; parentId: number; counts: ColumnCounts; rows: number },
): Anomaly | undefined {
  const source = writer.sources(parentId).get(resource.name)
  if (source === undefined) return undefined
  const earlier = Object.entries(writer.columnCounts(source, resource))
  const columnsAllNull = earlier.filter(([name, [values]]) => values > 0 && !counts[name]).map(([name]) => name)
  const columnsAllZero = earlier
    .filter(([name, [values, zeros]]) => zeros < values && counts[name] && counts[name][0] === counts[name][1])
    .map(([name]) => name)
  const { before, lost } = countLost(writer, resource, patchId, parentId)
  if (columnsAllNull.length + columnsAllZero.length === 0 && lost * 2 <= before) return undefined
  return { resource: resource.name, columnsAllNull, columnsAllZero, rowsBefore: before, rowsAfter: rows, idsLost: lost }
}

/** Describes an anomaly in one line. */
export function describeAnomaly(anomaly: Anomaly): string {
  const { resource, columnsAllNull, columnsAllZero, rowsBefore, rowsAfter, idsLost } = anomaly
  const parts = [`${rowsBefore} rows before, ${rowsAfter} now, ${idsLost} ids gone`]
  if (columnsAllNull.length > 0) parts.push(columnsAll('null', columnsAllNull))
  if (columnsAllZero.length > 0) parts.push(columnsAll('zero', columnsAllZero))
  return `${resource}: ${parts.join('; ')}`
}

function columnsAll(value: 'null' | 'zero', names: readonly string[]): string {
  return `${names.length} ${names.length === 1 ? 'column' : 'columns'} all ${value} (${some(names)})`
}

function some(names: readonly string[]): string {
  const first = names.slice(0, 6).join(', ')
  return names.length > 6 ? `${first} and ${names.length - 6} more` : first
}
