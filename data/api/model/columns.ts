import { z } from 'zod'

/** A column whose values name rows of other resources: `path` is `item_id`, `perks[]` or `entries[].item_id`. */
export interface Reference {
  readonly path: string
  /** Its name in `embed`, where that is not the column's. */
  readonly as?: string
  readonly to: readonly string[]
  readonly by: 'id' | 'archetype'
}

/** What the answer adds to an imported row. */
export type Derived = 'position' | 'patch_id' | 'patch_version' | 'captured_at'

export type AssetMedia = 'image/png' | 'model/gltf-binary'
/** What names of files end in. */
export const assetEndings: Readonly<Record<AssetMedia, string>> = { 'image/png': '.png', 'model/gltf-binary': '.glb' }
/** How an asset column is answered: `bytes` shows the address in the row like `url`; its own endpoint sends the bytes. */
type AssetReference = 'url' | 'object' | 'bytes'

/** How elements of a list are shown: with the id of their row, the share of a number among them, and nulls. */
export interface Elements {
  readonly schema: z.ZodType
  /** Field that has the id of the row. */
  readonly parent: string
  /** Field whose share of the sum `shareAs` shows; 0 where all are 0. */
  readonly shareOf: string
  readonly shareAs: string
  /** Fields that are null where an element has none. */
  readonly nullable: readonly string[]
}

/** What numbers are counted or measured in. */
export type Unit = 'gold' | 'seconds' | 'centimeters' | 'percent' | 'cells'

export interface Column {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'list' | 'object'
  /** Schema of the value if there is one; every column but the key may be null or absent. */
  readonly schema: z.ZodType
  /** For ids: the `<kind>` in `id.<kind>.<slug>`. */
  readonly kind?: string
  /** Schema of the value in answers, where they have more than bundles. */
  readonly answered?: z.ZodType
  /** May hold a localization key, which `locale` resolves. */
  readonly localizable?: true
  /** Its slugs are listed in the facets. */
  readonly facet?: true
  /** A filter value must be one of these, or occur in the patch or in its facets. */
  readonly usual?: readonly string[]
  /** Rows are sorted in the order of the usual values, others after them. */
  readonly isOrdered?: true
  /** A number as text: rows are sorted by the number. */
  readonly isDecimal?: true
  readonly references?: readonly Reference[]
  readonly identity?: readonly string[]
  readonly asset?: { readonly media: AssetMedia; readonly displayed: AssetReference }
  /** Not in a bundle. */
  readonly derived?: Derived
  /** Only in the single row. */
  readonly detail?: true
  /** For a detail that `embed` shows in lists too: how its elements are shown. */
  readonly elements?: Elements
  /** Has a value in every answered row. */
  readonly always?: true
  /** Of the number, or of the numbers in an object. */
  readonly unit?: Unit
  /** What it means, with its unit, for the reference. */
  readonly summary?: string
}

/** In the order in which rows show them. A name that ends in `*` matches every column with that prefix. */
export type Columns = Readonly<Record<string, Column>>

export const id = (kind: string): Column => ({
  type: 'string',
  kind,
  schema: z.string().regex(new RegExp(`^id\\.${kind}\\.[a-z0-9_.-]+$`), `expected an id of the form id.${kind}.<slug>`),
})

/** The id of a row that answers also show where there is none: as the row has it that names it. */
export const idOrName = (kind: string): Column => ({ ...id(kind), answered: z.string() })

/** Makes columns of a type, each with its description. */
const ofType =
  (type: Column['type'], schema: z.ZodType) =>
  (summary?: string): Column => ({ type, schema, summary })

/** An upstream key or another string that is shown unchanged. */
export const key = ofType('string', z.string())
export const text = (summary?: string): Column => ({ ...key(summary), localizable: true })
/** A number that is shown as text, because JSON numbers would lose digits. */
export const decimal = (summary?: string): Column => ({ ...key(summary), isDecimal: true })
export const integer = ofType('integer', z.int())
export const number = ofType('number', z.number())
export const boolean = ofType('boolean', z.boolean())
export const timestamp = ofType('string', z.iso.datetime({ offset: true, local: true }).meta({ format: 'date-time' }))
const filled = z.string().min(1)
/** A value of an open enumeration. */
export const slug = (summary?: string): Column => ({ ...ofType('string', filled)(summary), facet: true })
/** An enumeration whose filter rejects values that neither `usual` nor the patch has. */
export const checkedSlug = (usual: readonly string[] = [], summary?: string): Column => ({ ...slug(summary), usual })
/** The same column, with its usual values in their order. */
export const ordered = (column: Column): Column => ({ ...column, isOrdered: true })
export const slugs = (summary?: string): Column => ({ ...ofType('list', z.array(filled))(summary), facet: true })
export const strings = ofType('list', z.array(z.string()))
export const integers = ofType('list', z.array(z.int()))
export const object = (summary?: string, schema: z.ZodType = z.record(z.string(), z.unknown())): Column =>
  ofType('object', schema)(summary)
/** The column with a description, for declarations that take none. */
export const about = (summary: string, column: Column): Column => ({ ...column, summary })
/** The same column, with its numbers in that unit, which is added to its summary. */
export const measured = (unit: Unit, column: Column): Column => ({
  ...column,
  unit,
  ...(column.summary !== undefined && { summary: `${column.summary.replace(/\.$/, '')}, in ${unit}.` }),
})
/** The same column, with a value in every answered row. */
export const always = (column: Column): Column => ({ ...column, always: true })
/** Objects; `identity` names the fields by which a changelog matches elements of two patches. */
export const list = (schema: z.ZodType, identity?: readonly string[]): Column => ({
  type: 'list',
  schema: z.array(schema),
  identity,
})
/**
 * In a bundle a path below its folder. The stored row shows the asset's address as `<name>_url` (`url`), as an object
 * with hash, url and media type (`object`); `bytes` is an address too, and an endpoint of its own sends the bytes.
 */
export const asset = (media: AssetMedia, displayed: AssetReference): Column => ({
  type: 'string',
  schema: z.string().regex(/^(?!\/)(?!.*\.\.)[\w./-]+$/, 'expected a path below the bundle'),
  asset: { media, displayed },
})

/** An id of one row of one of these resources. */
export const reference = (name: string, ...to: readonly string[]): Column => ({
  ...key(),
  references: [{ path: name, to, by: 'id' }],
})
/** Ids of rows of these resources. */
export const references = (name: string, ...to: readonly string[]): Column => ({
  ...strings(),
  references: [{ path: `${name}[]`, to, by: 'id' }],
})
/** The same column, which `embed` also knows by this name. */
export const embeddedAs = (as: string, column: Column): Column => ({
  ...column,
  references: column.references?.map((one) => ({ ...one, as })),
})
/** An archetype that rows of these resources share. */
export const archetypeOf = (name: string, to: readonly string[]): Column => ({
  ...key(),
  references: [{ path: name, to, by: 'archetype' }],
})
/** The same column, with the references inside its values. */
export const referring = (column: Column, paths: Readonly<Record<string, string>>): Column => ({
  ...column,
  references: Object.entries(paths).map(([path, to]) => ({ path, to: [to], by: 'id' })),
})
export const detail = (column: Column, elements?: Elements): Column => ({
  ...column,
  detail: true,
  ...(elements && { elements }),
})

const positive = ofType('integer', z.int().positive())
export const position = (): Column => ({ ...positive(), derived: 'position', always: true })
export const patchId = (): Column => ({ ...positive(), derived: 'patch_id', always: true })
export const patchVersion = (): Column => ({ ...key(), derived: 'patch_version', always: true })
/** The bundle's, else the instant at which its patch was imported. */
export const capturedAt = (): Column => ({ ...timestamp(), derived: 'captured_at', always: true })
