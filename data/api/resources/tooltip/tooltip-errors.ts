import { maxReportedNames, type ParameterError } from '../../model/values/errors.ts'
import { norOthers, nearest, type Values } from '../../model/values/params.ts'
import { canonicalId, tagOf } from '../../model/values/raw-key.ts'
import { classes } from '../characters/classes.ts'
import { rowId, type CatalogStore } from '../../model/store.ts'
import { knownFields, listedAttributes } from './attributes.ts'
import { overridesOf } from './overrides.ts'

/** Validation errors for attributes and classes that do not occur at the patch. */
export function tooltipErrors(values: Values, store: CatalogStore, scope: number): ParameterError[] {
  const { primary, secondary, wearer } = overridesOf(values)
  const fields = { primary: [...primary.keys()], secondary: [...secondary.keys()] }
  const listed = listedAttributes(store, scope, new Set([...fields.primary, ...fields.secondary]))
  const errors = (['primary', 'secondary'] as const).flatMap((kind) =>
    unknownAttributes(
      kind,
      fields[kind].filter((field) => !listed.has(field)),
      store,
      scope,
    ),
  )
  if (wearer !== undefined && classId(wearer, store, scope) === undefined)
    errors.push(unknownClass(wearer, store, scope))
  return errors
}

function unknownAttributes(kind: string, fields: string[], store: CatalogStore, scope: number): ParameterError[] {
  if (fields.length === 0) return []
  const known = knownFields(store, scope)
  const names = [...known]
  const unknown = fields.filter((field) => !known.has(field))
  const reported = unknown.slice(0, maxReportedNames).map((field) => {
    const near = nearest(field, names)
    const message = 'names no attribute of this patch: /v2/attributes lists them'
    return { parameter: `${kind}[${field}]`, message, ...(near && { did_you_mean: `${kind}[${near}]` }) }
  })
  const [field, ...others] = unknown.slice(maxReportedNames)
  if (field === undefined) return reported
  const message = `names no attribute of this patch${norOthers(others.length, 'does', 'do')}`
  return [...reported, { parameter: `${kind}[${field}]`, message }]
}

/**
 * The id of the class with this id, raw key or tag; undefined if there is none. A class that occurs only in
 * `required_class` of items has the id that follows from its tag.
 */
export function classId(given: string, store: CatalogStore, scope: number): string | undefined {
  const canonical = canonicalId(given)
  const id = canonical.startsWith('id.') ? canonical : `id.player_character.${canonical}`
  const row = store.row(classes, scope, given) ?? store.row(classes, scope, id)
  if (row) return rowId(row)
  const named = requiredClasses(store, scope).map((tag) => `id.player_character.${tag}`)
  return named.includes(id) ? id : undefined
}

const requiredClasses = (store: CatalogStore, scope: number) =>
  Object.keys(store.facets(scope).required_class ?? {}).map(tagOf)

function unknownClass(wearer: string, store: CatalogStore, scope: number): ParameterError {
  const rows = store.all(classes, scope)
  const ids = rows.map((row) => tagOf(rowId(row)))
  const allowed = [...new Set([...ids, ...requiredClasses(store, scope)])].sort()
  const near = nearest(tagOf(wearer), allowed)
  const message = `got ${JSON.stringify(wearer.slice(0, 60))}, which is not a class of this patch`
  return { parameter: 'class', message, allowed, ...(near && { did_you_mean: near }) }
}
