import { z } from 'zod'
import type { Column, Reference } from '../../api/model/columns.ts'
import type { Resource } from '../../api/model/resource.ts'
import { displayedName } from '../../api/model/schemas.ts'
import type { Catalog } from './catalog.ts'

interface TableColumn {
  readonly name: string
  /** Name of the field in rows, if it differs from the name of the column. */
  readonly field?: string
  readonly type: string
  /** The table whose `id` the column refers to. */
  readonly references?: string
  readonly isIndexed?: boolean
}

export interface Table {
  readonly name: string
  readonly columns: readonly TableColumn[]
  readonly key: readonly string[]
}

/** The elements of a list inside the rows of a resource, as a table of their own. */
export interface PartTable extends Table {
  /** Path of the list in a row: `entries`, or `objectives` and `content_ids`. */
  readonly path: readonly string[]
  /** Whether the elements are objects and not single values. */
  readonly ofObjects: boolean
}

export interface ResourceTables {
  readonly main: Table
  readonly parts: readonly PartTable[]
}

const types: Readonly<Record<Column['type'] | 'any', string>> = {
  ...{
    string: 'TEXT',
    integer: 'INTEGER',
    number: 'NUMERIC',
    boolean: 'INTEGER',
    list: 'TEXT',
    object: 'TEXT',
    any: '',
  },
}

/**
 * The tables of a resource at a patch: one with its name, and one for each list of references or objects in its rows.
 */
export function tablesOf(catalog: Catalog, resource: Resource, scope: number): ResourceTables {
  const { columns, key, name } = resource
  const declared = Object.entries(columns).filter(
    ([column, { derived }]) => !column.endsWith('*') && derived !== 'position' && derived !== 'patch_id',
  )
  const parts = declared.flatMap(([column, value]) => partsOf(catalog, resource, column, value))
  const apart = new Set(parts.map(({ path }) => path.join('.')))
  const declaredColumns = declared
    .filter(([column]) => !apart.has(column))
    .map(([column, value]) => mainColumn(catalog, column, value))
  const known = new Set(declared.map(([column, value]) => displayedName(column, value)))
  const others = catalog.columnsOf(resource, scope).filter((column) => !known.has(column) && !apart.has(column))
  const families = Object.entries(columns).filter(([column]) => column.endsWith('*'))
  const familyOf = (column: string) => families.find(([family]) => column.startsWith(family.slice(0, -1)))?.[1]
  const more = others.map((column): TableColumn => ({ name: column, type: types[familyOf(column)?.type ?? 'any'] }))
  return { main: { name, columns: distinct([...declaredColumns, ...more]), key }, parts }
}

/** Numbers names that differ only in case from an earlier one, because SQLite ignores the case of names. */
function distinct(columns: readonly TableColumn[]): TableColumn[] {
  const taken = new Set<string>()
  return columns.map((column) => {
    const { name: field } = column
    let name = field
    for (let nth = 2; taken.has(name.toLowerCase()); nth += 1) name = `${field}_${nth}`
    taken.add(name.toLowerCase())
    return name === field ? column : { ...column, name, field }
  })
}

function mainColumn(catalog: Catalog, name: string, column: Column): TableColumn {
  const reference = column.references?.find(({ path }) => path === name)
  return {
    name: displayedName(name, column),
    type: column.asset?.displayed === 'object' ? 'TEXT' : types[column.type],
    ...targetOf(catalog, reference),
    ...(name === 'archetype' && { isIndexed: true }),
  }
}

/** The foreign key for a reference. Only references by id to a single resource can have one. */
function targetOf({ api }: Catalog, reference: Reference | undefined): Pick<TableColumn, 'references'> {
  const [to, ...others] = reference?.by === 'id' ? reference.to : []
  return to !== undefined && others.length === 0 && api.resources.get(to)?.key.join() === 'id' ? { references: to } : {}
}

/** The tables of the lists in a column. */
function partsOf(catalog: Catalog, resource: Resource, name: string, column: Column): PartTable[] {
  const { references = [], schema } = column
  const element = schema instanceof z.ZodArray ? schema.element : undefined
  const fields = element instanceof z.ZodObject ? Object.keys(element.shape) : []
  const lists = new Set(references.flatMap(({ path }) => (path.includes('[]') ? [path.split('[]')[0] ?? ''] : [])))
  if (fields.length > 0) lists.add(name)
  return [...lists].map((list) => {
    const path = list.split('.')
    const within = (field: string) =>
      references.find((one) => one.path === `${list}[]${field === '' ? '' : `.${field}`}`)
    const own = list === name ? fields : []
    const owner = `${resource.columns.id?.kind ?? resource.name}_id`
    const columns: TableColumn[] =
      own.length > 0
        ? own.map((field) => ({ name: field, type: '', ...targetOf(catalog, within(field)) }))
        : [{ name: 'value', type: 'TEXT', ...targetOf(catalog, within('')) }]
    return {
      name: `${resource.name}_${path.at(-1)}`,
      columns: [
        { name: owner, type: 'TEXT NOT NULL', references: resource.name },
        { name: 'nth', type: 'INTEGER NOT NULL' },
        ...columns,
      ],
      ...{ key: [owner, 'nth'], path, ofObjects: own.length > 0 },
    }
  })
}
