import type { Api } from '../model/api.ts'
import { fallbackLocale } from '../model/values/locales.ts'
import type { Resource } from '../model/resource.ts'
import { catalogScope, type CatalogStore } from '../model/store.ts'

/** Facts about the rows that the service has, for the document. */
export interface DocumentSource {
  /** Names of undeclared columns that rows have at any patch, sorted. */
  undeclaredColumns(resource: Resource): readonly string[]
  /** The values of an enumeration that occur in any patch, those of the current patch of main first; none if there are too many. */
  valuesOf(resource: Resource, column: string): readonly string[]
  /** The usual values of a column, and those that occur in any patch. */
  valuesOfAnyPatch(column: string): readonly string[]
  /** The label of an item attribute, and whether it is in percent; undefined for an unknown attribute. */
  attribute(field: string): { readonly label: string; readonly isPercent: boolean } | undefined
}

/** The source of a service that has no rows. */
export const emptySource: DocumentSource = {
  undeclaredColumns: () => [],
  valuesOf: () => [],
  valuesOfAnyPatch: () => [],
  attribute: () => undefined,
}

const maxValues = 500

/** The source of a service that answers from this state of the catalog. */
export function catalogSource(api: Api, store: CatalogStore): DocumentSource {
  const current = store.patches.current()
  if (!current) return emptySource
  const newestFirst = [current, ...store.patches.all.toReversed()].map(({ id }) => store.facets(id))
  const attributes = attributesOf(api, store, current.id)
  return {
    undeclaredColumns(resource) {
      const scopes = resource.mode.column ? store.patches.all.map(({ id }) => id) : [catalogScope]
      const names = scopes.flatMap((scope) => store.columnsOf(resource, scope))
      const declared = new Set(Object.keys(resource.columns))
      const isDeclared = (name: string) => declared.has(name) || declared.has(name.replace(/_url$/, ''))
      return [...new Set(names.filter((name) => !isDeclared(name)))].sort()
    },
    valuesOf({ name }, column) {
      const ofPatches = newestFirst.map((facets) => facets[`${name}.${column}`] ?? facets[column] ?? {})
      const values = [...new Set(ofPatches.flatMap(Object.keys))]
      return values.length > maxValues ? [] : values
    },
    valuesOfAnyPatch(column) {
      const usual = [...api.resources.values()].flatMap(({ columns }) => columns[column]?.usual ?? [])
      return [
        ...new Set([...usual, ...store.patches.all.flatMap(({ id }) => Object.keys(store.facets(id)[column] ?? {}))]),
      ]
    },
    attribute: (field) => attributes.get(field),
  }
}

function attributesOf(api: Api, store: CatalogStore, scope: number) {
  const resource = [...api.resources.values()].find(({ columns }) => columns.field && columns.format)
  const rows = resource ? store.all(resource, scope) : []
  const texts = store.texts(scope, fallbackLocale)
  return new Map(
    rows.map(({ text }) => {
      const { field = '', name = field, format } = JSON.parse(text) as Record<string, string | undefined>
      return [field, { label: texts?.get(name) ?? name, isPercent: format === 'percent' }]
    }),
  )
}
