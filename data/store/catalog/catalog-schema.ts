import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { Api } from '../../api/model/api.ts'
import type { Column } from '../../api/model/columns.ts'
import { summaryColumns } from '../../api/model/related-rows.ts'
import type { Resource } from '../../api/model/resource.ts'
import { withFilePath } from '../dialect/with-file-path.ts'
import { sha256 } from '../files/etag.ts'

/** The table with the columns of a resource that filters read. */
export const searchTable = (resource: Resource): string => `"search_${resource.name}"`

/**
 * SQL of the rows of the search table, called `search`, for a parameter with body ids as JSON; in their order, because
 * SQLite executes cross joins in the order in which they are written.
 */
export const searchOfBodies = (resource: Resource, parameter = '?'): string =>
  `json_each(${parameter}) AS row CROSS JOIN ${searchTable(resource)} AS search ON search.body_id = row.value`

/** The table that says which bodies refer to which id or archetype. */
export const referencesTable = (resource: Resource): string => `"references_${resource.name}"`

/** SQL of the text that identifies a row of the search table, which has to be called `search` in the statement. */
export const keyExpression = (resource: Resource): string =>
  resource.key.map((name) => `search."${name}"`).join(" || ' ' || ")

/** The column with the upstream key of a row; null if the id follows from that key by rule. */
export const rawKeyColumn = 'raw_key'

/** The columns of the search table after `body_id`, in order: those that filters and summaries read. */
export const searchColumns = (resource: Resource): readonly string[] => {
  const declared = summaryColumns.filter((name) => resource.columns[name]?.type === 'string')
  const columns = new Set([...resource.searchedColumns, ...declared])
  columns.delete(rawKeyColumn)
  return [...columns, rawKeyColumn]
}

/** The version of a catalog is a hash of these statements, including their comments. */
const fixedTables = `
  CREATE TABLE patches (
    id INTEGER PRIMARY KEY,
    branch TEXT NOT NULL,
    version TEXT NOT NULL,
    version_raw TEXT NOT NULL,
    display_name TEXT NOT NULL,
    released_at TEXT,
    imported_at TEXT NOT NULL,
    parent_patch_id INTEGER REFERENCES patches (id),
    notes TEXT,
    bundle_hash TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    UNIQUE (branch, version)
  ) STRICT;
  -- Unchanged rows share one body across patches. The detail holds the columns of the single row only.
  CREATE TABLE bodies (
    body_id INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    detail TEXT
  ) STRICT;
  -- Which patch's file a resource, a locale or the facets of a patch come from: its own, or a parent's (carried over).
  CREATE TABLE sources (
    patch_id INTEGER NOT NULL REFERENCES patches (id),
    file TEXT NOT NULL,
    source_patch_id INTEGER NOT NULL REFERENCES patches (id),
    PRIMARY KEY (patch_id, file)
  ) STRICT, WITHOUT ROWID;
  -- Column name to [values, zeros] of a resource's file: for the anomaly gate, and for condense=false. Slugs: for facets.
  CREATE TABLE column_counts (
    patch_id INTEGER NOT NULL REFERENCES patches (id),
    resource TEXT NOT NULL,
    counts TEXT NOT NULL,
    slugs TEXT NOT NULL,
    PRIMARY KEY (patch_id, resource)
  ) STRICT, WITHOUT ROWID;
  -- What is read whole, compressed: locales and facet labels as JSON, rows of scopes. Equal ones share their content across patches.
  CREATE TABLE contents (content_id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, content BLOB NOT NULL) STRICT;
  CREATE TABLE documents (
    patch_id INTEGER NOT NULL REFERENCES patches (id),
    file TEXT NOT NULL,
    content_id INTEGER NOT NULL REFERENCES contents (content_id),
    PRIMARY KEY (patch_id, file)
  ) STRICT, WITHOUT ROWID;
  -- The rows of a resource at a scope, in order of their keys: the body of each and the patch that introduced it (format 1). A table
  -- with a row for each took 35 bytes of every row at every patch.
  CREATE TABLE scope_rows (
    scope INTEGER NOT NULL,
    resource TEXT NOT NULL,
    content_id INTEGER NOT NULL REFERENCES contents (content_id),
    PRIMARY KEY (scope, resource)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE facets (patch_id INTEGER PRIMARY KEY REFERENCES patches (id), facets TEXT NOT NULL) STRICT;
  -- Ids and archetypes that rows mention, each once: the references tables say which bodies mention them.
  CREATE TABLE reference_targets (id TEXT PRIMARY KEY, target_id INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE assets (
    patch_id INTEGER NOT NULL REFERENCES patches (id),
    path TEXT NOT NULL,
    hash TEXT NOT NULL,
    media_type TEXT NOT NULL,
    PRIMARY KEY (patch_id, path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX assets_by_hash ON assets (hash);
  -- What a patch changed against its parent; fields are [{ path, before, after }] of the row itself, classes a list of tags.
  -- The body is that of a row that was added or removed.
  CREATE TABLE changes (
    patch_id INTEGER NOT NULL REFERENCES patches (id),
    resource TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT,
    change TEXT NOT NULL,
    fields TEXT NOT NULL,
    classes TEXT NOT NULL,
    body_id INTEGER,
    PRIMARY KEY (patch_id, resource, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX changes_by_row ON changes (resource, id);
  -- Which of a patch's changes are changes of parts of a row that is there before and after.
  CREATE TABLE part_changes (
    patch_id INTEGER NOT NULL REFERENCES patches (id),
    resource TEXT NOT NULL,
    id TEXT NOT NULL,
    part_resource TEXT NOT NULL,
    part_id TEXT NOT NULL,
    PRIMARY KEY (patch_id, resource, id, part_resource, part_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX part_changes_by_row ON part_changes (resource, id);
  -- The search index of what a patch brought against its parent, in parts, compressed (format 1).
  CREATE TABLE search_segments (
    segment_id INTEGER PRIMARY KEY,
    patch_id INTEGER NOT NULL REFERENCES patches (id),
    content BLOB NOT NULL
  ) STRICT;
  CREATE INDEX search_segments_by_patch ON search_segments (patch_id);
`

const sqlTypes: Record<Column['type'], string> = {
  string: 'TEXT',
  integer: 'INTEGER',
  number: 'REAL',
  boolean: 'INTEGER',
  list: 'TEXT',
  object: 'TEXT',
}

/** The statements that create the indexes of a search table, by name of the index. */
export function searchIndexes(resource: Resource): ReadonlyMap<string, string> {
  const search = searchTable(resource)
  const index = (by: string, columns: string): [string, string] => {
    const name = `"${resource.name}_by_${by}"`
    return [name, `CREATE INDEX ${name} ON ${search} ${columns};`]
  }
  return new Map([
    index('key', `(${resource.key.map((name) => `"${name}"`).join(', ')})`),
    index('raw_key', `(${rawKeyColumn}) WHERE ${rawKeyColumn} IS NOT NULL`),
    ...(resource.columns.archetype ? [index('archetype', '(archetype)')] : []),
  ])
}

function resourceTables(resource: Resource): string {
  const search = searchTable(resource)
  const columns = searchColumns(resource).map(
    (name) => `"${name}" ${sqlTypes[resource.columns[name]?.type ?? 'string']}`,
  )
  return `
    CREATE TABLE ${search} (body_id INTEGER PRIMARY KEY, ${columns.join(', ')}) STRICT;
    ${[...searchIndexes(resource).values()].join('\n    ')}
    -- Without a foreign key: each body that is deleted would be looked for in the whole table.
    CREATE TABLE ${referencesTable(resource)} (
      target_id INTEGER NOT NULL,
      body_id INTEGER NOT NULL,
      PRIMARY KEY (target_id, body_id)
    ) STRICT, WITHOUT ROWID;
  `
}

/** All statements that create an empty catalog for an API. The last one stores the version of the tables. */
export function catalogSchema(api: Api): string {
  const tables = tablesOf(api)
  return `${tables}\nPRAGMA user_version = ${versionOf(tables)};`
}

const tablesOf = (api: Api) => [fixedTables, ...[...api.resources.values()].map(resourceTables)].join('\n')

const versionOf = (tables: string) => Number.parseInt(sha256(tables).slice(0, 7), 16)

/** Thrown if a catalog has the tables of another version of the program. */
export class CatalogVersionError extends Error {
  override name = 'CatalogVersionError'

  constructor(folder: string) {
    super(
      `The catalog in ${folder} was made by another version of this program: move catalog.db away and import the bundles again.`,
    )
  }
}

/** Throws `CatalogVersionError` if an open catalog has other tables than this version of the program. */
export function checkSchema(db: Database.Database, api: Api): void {
  const version = withFilePath(db.name, () => db.pragma('user_version', { simple: true }))
  if (version === versionOf(tablesOf(api))) return
  throw new CatalogVersionError(dirname(db.name))
}

/** Opens a catalog file to check its tables. Throws `CatalogVersionError`, or the error of SQLite with the path. */
export function checkCatalogFile(file: string, api: Api): void {
  const db = withFilePath(file, () => new Database(file, { readonly: true }))
  try {
    checkSchema(db, api)
  } finally {
    db.close()
  }
}
