import { z } from 'zod'

/** A column whose values name rows of other resources: `path` is `item_id`, `perks[]` or `entries[].item_id`. */
export interface Reference {
  readonly path: string
  /** Its name in `embed`, if that differs from the column's. */
  readonly as?: string
  readonly to: readonly string[]
  readonly by: 'id' | 'archetype'
}

/** Values that are computed for each answer and are not imported. */
export type Derived = 'position' | 'patch_id' | 'patch_version' | 'captured_at'

export type AssetMedia = 'image/png' | 'model/gltf-binary'
/** File name extensions. */
export const assetExtensions: Readonly<Record<AssetMedia, string>> = {
  'image/png': '.png',
  'model/gltf-binary': '.glb',
}
/**
 * How answers show an asset column: as its URL (`url`), as an object with hash, URL and media type (`object`), or as its
 * URL and by an endpoint of its own that sends the bytes (`bytes`).
 */
type AssetReference = 'url' | 'object' | 'bytes'

/** How `embed` shows the elements of a list: with the id of their row, each element's share of a number, and nulls. */
export interface Elements {
  readonly schema: z.ZodType
  /** The field that is added for the id of the row. */
  readonly parent: string
  /** The number whose share of the sum over all elements is added as `shareAs`; 0 if the sum is 0. */
  readonly shareOf: string
  readonly shareAs: string
  /** Fields that are null if an element lacks them, instead of absent. */
  readonly nullable: readonly string[]
}

/** The unit of a number. */
export type Unit = 'gold' | 'seconds' | 'centimeters' | 'percent' | 'cells'

/** A column of a resource or a live list. */
export interface Column {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'list' | 'object'
  /** Schema of a value in a bundle; every column that is not part of the key may also be null or absent. */
  readonly schema: z.ZodType
  /** For ids: the `<kind>` in `id.<kind>.<slug>`. */
  readonly kind?: string
  /** Schema of a value in answers, if they accept more than bundles. */
  readonly answered?: z.ZodType
  /** Values may be localization keys, which `locale` resolves. */
  readonly localizable?: true
  /** Its values are slugs, which the facets list. */
  readonly facet?: true
  /** Expected values. A filter that is checked accepts only these and values that the facets of the patch have. */
  readonly usual?: readonly string[]
  /** Rows are sorted in the order of `usual`, other values after it. */
  readonly isOrdered?: true
  /** Values are numbers written as text, and are sorted as numbers. */
  readonly isDecimal?: true
  readonly references?: readonly Reference[]
  /** Fields by which elements of a list are matched when two patches are compared. */
  readonly identity?: readonly string[]
  readonly asset?: { readonly media: AssetMedia; readonly displayed: AssetReference }
  /** Computed for each answer; bundles must not contain it, except `captured_at`. */
  readonly derived?: Derived
  /** Only in the answer of the single row, not in lists. */
  readonly detail?: true
  /** Makes a detail available to lists through `embed`. */
  readonly elements?: Elements
  /** Has a value in every answered row. */
  readonly isAlwaysPresent?: true
  /** Unit of the number, or of the numbers in an object. */
  readonly unit?: Unit
  /** Meaning and unit in a sentence, for the reference. */
  readonly summary?: string
}

/** Columns by name, in the order in which rows show them. A name that ends in `*` matches every column with that prefix. */
export type Columns = Readonly<Record<string, Column>>

/** A canonical id of the form `id.<kind>.<slug>`. */
export const id = (kind: string): Column => ({
  type: 'string',
  kind,
  schema: z.string().regex(new RegExp(`^id\\.${kind}\\.[a-z0-9_.-]+$`), `expected an id of the form id.${kind}.<slug>`),
})

/** An id whose row may be missing: answers then show the id as the referring row has it, whatever its form. */
export const idOrName = (kind: string): Column => ({ ...id(kind), answered: z.string() })

/** Returns a function that makes a column of a type from its summary. */
const ofType =
  (type: Column['type'], schema: z.ZodType) =>
  (summary?: string): Column => ({ type, schema, summary })

/** An upstream key or another string that is shown unchanged. */
export const key = ofType('string', z.string())
/** A text that may be a localization key. */
export const text = (summary?: string): Column => ({ ...key(summary), localizable: true })
/** A number that is written as text, because a JSON number would lose digits. */
export const decimal = (summary?: string): Column => ({ ...key(summary), isDecimal: true })
export const integer = ofType('integer', z.int())
export const number = ofType('number', z.number())
export const boolean = ofType('boolean', z.boolean())
/** An ISO 8601 date-time, with or without an offset. */
export const timestamp = ofType('string', z.iso.datetime({ offset: true, local: true }).meta({ format: 'date-time' }))
const nonEmptyString = z.string().min(1)
/** A value of an open enumeration. */
export const slug = (summary?: string): Column => ({ ...ofType('string', nonEmptyString)(summary), facet: true })
/** An enumeration whose filter rejects values that neither `usual` nor the patch has. */
export const checkedSlug = (usual: readonly string[] = [], summary?: string): Column => ({ ...slug(summary), usual })
/** Sorts a column in the order of its usual values. */
export const ordered = (column: Column): Column => ({ ...column, isOrdered: true })
/** A list of values of an open enumeration. */
export const slugs = (summary?: string): Column => ({
  ...ofType('list', z.array(nonEmptyString))(summary),
  facet: true,
})
export const strings = ofType('list', z.array(z.string()))
export const integers = ofType('list', z.array(z.int()))
export const object = (summary?: string, schema: z.ZodType = z.record(z.string(), z.unknown())): Column =>
  ofType('object', schema)(summary)
/** Adds a description to a column whose declaration takes none. */
export const described = (summary: string, column: Column): Column => ({ ...column, summary })
/** Declares the unit of a column's numbers and adds it to the summary. */
export const inUnit = (unit: Unit, column: Column): Column => ({
  ...column,
  unit,
  ...(column.summary !== undefined && { summary: `${column.summary.replace(/\.$/, '')}, in ${unit}.` }),
})
/** Declares that every answered row has a value. */
export const alwaysPresent = (column: Column): Column => ({ ...column, isAlwaysPresent: true })
/** A list of objects; `identity` names the fields by which a changelog matches elements of two patches. */
export const list = (schema: z.ZodType, identity?: readonly string[]): Column => ({
  type: 'list',
  schema: z.array(schema),
  identity,
})
/** A picture or model. Bundles contain its path below their folder; `displayed` says how answers show it. */
export const asset = (media: AssetMedia, displayed: AssetReference): Column => ({
  type: 'string',
  schema: z.string().regex(/^(?!\/)(?!.*\.\.)[\w./-]+$/, 'expected a path below the bundle'),
  asset: { media, displayed },
})

/** The id of a row of one of these resources. */
export const reference = (name: string, ...to: readonly string[]): Column => ({
  ...key(),
  references: [{ path: name, to, by: 'id' }],
})
/** A list of ids of rows of these resources. */
export const references = (name: string, ...to: readonly string[]): Column => ({
  ...strings(),
  references: [{ path: `${name}[]`, to, by: 'id' }],
})
/** Adds a second name by which `embed` knows the column. */
export const embeddedAs = (as: string, column: Column): Column => ({
  ...column,
  references: column.references?.map((one) => ({ ...one, as })),
})
/** An archetype that rows of these resources share. */
export const archetypeOf = (name: string, to: readonly string[]): Column => ({
  ...key(),
  references: [{ path: name, to, by: 'archetype' }],
})
/** Declares references inside a column's values: path to the name of the resource. */
export const withReferences = (column: Column, paths: Readonly<Record<string, string>>): Column => ({
  ...column,
  references: Object.entries(paths).map(([path, to]) => ({ path, to: [to], by: 'id' })),
})
/** Shows a column in the single row only; with `elements`, `embed` shows it in lists too. */
export const detail = (column: Column, elements?: Elements): Column => ({
  ...column,
  detail: true,
  ...(elements && { elements }),
})

const positive = ofType('integer', z.int().positive())
export const position = (): Column => ({ ...positive(), derived: 'position', isAlwaysPresent: true })
export const patchId = (): Column => ({ ...positive(), derived: 'patch_id', isAlwaysPresent: true })
export const patchVersion = (): Column => ({ ...key(), derived: 'patch_version', isAlwaysPresent: true })
/** The instant of observation: that of the bundle, or else when the patch was imported. */
export const capturedAt = (): Column => ({ ...timestamp(), derived: 'captured_at', isAlwaysPresent: true })
