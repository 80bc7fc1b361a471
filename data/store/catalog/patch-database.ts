import Database from 'better-sqlite3'
import type { Resource } from '../../api/model/resource.ts'
import type { RowObject } from '../../api/answer/rows/row-view.ts'
import { fallbackLocale } from '../../api/model/values/locales.ts'
import type { Catalog } from './catalog.ts'
import { sqlValue } from './catalog-writer.ts'
import { tablesOf, type PartTable, type ResourceTables, type Table } from './database-tables.ts'

interface PatchRows {
  readonly resource: Resource
  /** JSON text of each row, with its parts. */
  readonly rows: () => Iterable<string>
}

/**
 * Returns the bytes of a SQLite file of a patch. It has a table for each resource, tables for the lists in their rows, and
 * the English texts as `texts`.
 */
export function patchDatabase(catalog: Catalog, scope: number, resources: readonly PatchRows[]): Buffer {
  const db = new Database(':memory:')
  try {
    db.pragma('page_size = 4096')
    db.pragma('foreign_keys = OFF')
    db.exec('BEGIN')
    for (const { resource, rows } of resources) {
      const tables = tablesOf(catalog, resource, scope)
      for (const table of [tables.main, ...tables.parts]) db.exec(createTable(table))
      const insert = inserter(db, tables)
      for (const row of rows()) insert(JSON.parse(row) as RowObject)
      for (const table of [tables.main, ...tables.parts]) db.exec(createIndexes(table))
    }
    addTexts(db, catalog, scope)
    db.exec('COMMIT')
    return db.serialize()
  } finally {
    db.close()
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

function createTable({ name, columns, key }: Table): string {
  const defined = columns.map(
    ({ name: column, type, references }) =>
      `${quoted(column)} ${type}${references === undefined ? '' : ` REFERENCES ${quoted(references)} ("id")`}`,
  )
  return `CREATE TABLE ${quoted(name)} (${[...defined, `PRIMARY KEY (${key.map(quoted).join(', ')})`].join(', ')}) WITHOUT ROWID;`
}

const createIndexes = ({ name, columns, key }: Table): string =>
  columns
    .filter(({ name: column, references, isIndexed }) => (references !== undefined || isIndexed) && column !== key[0])
    .map(({ name: column }) => `CREATE INDEX ${quoted(`${name}_by_${column}`)} ON ${quoted(name)} (${quoted(column)});`)
    .join('\n')

function inserter(db: Database.Database, { main, parts }: ResourceTables): (row: RowObject) => void {
  const statementOf = ({ name, columns }: Table) =>
    db.prepare(`INSERT INTO ${quoted(name)} VALUES (${columns.map(() => '?').join(', ')})`)
  const addRow = statementOf(main)
  const into = parts.map((part) => ({ part, add: statementOf(part) }))
  return (row) => {
    addRow.run(main.columns.map(({ name, field = name }) => boundValue(row[field])))
    for (const { part, add } of into)
      for (const [nth, element] of listIn(row, part).entries()) add.run([row.id, nth, ...valuesOf(part, element)])
  }
}

function listIn(row: RowObject, { path }: PartTable): readonly unknown[] {
  const found = path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? (value as RowObject)[step] : undefined),
    row,
  )
  return Array.isArray(found) ? found : []
}

function valuesOf({ columns, ofObjects }: PartTable, element: unknown) {
  if (!ofObjects) return [boundValue(element)]
  return columns.slice(2).map(({ name }) => boundValue((element as RowObject)[name]))
}

/** Binds integers as such, because better-sqlite3 binds numbers as REAL, which columns without a type would keep. */
function boundValue(value: unknown) {
  const bound = sqlValue(value)
  return Number.isSafeInteger(bound) ? BigInt(Number(bound)) : bound
}

/** Adds the English texts only: other languages are separate files, which only change if their texts do. */
function addTexts(db: Database.Database, catalog: Catalog, scope: number): void {
  db.exec('CREATE TABLE "texts" ("key" TEXT, "locale" TEXT, "text" TEXT, PRIMARY KEY ("key", "locale")) WITHOUT ROWID')
  const add = db.prepare('INSERT INTO texts VALUES (?, ?, ?)')
  for (const [key, text] of catalog.languages.all(scope, fallbackLocale) ?? []) add.run(key, fallbackLocale, text)
}
