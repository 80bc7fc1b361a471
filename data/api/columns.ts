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
export type AssetShown = 'url' | 'object' | 'hidden'

export interface Column {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'list' | 'object'
  /** Of the value when there is one; every column but the key may be null or absent. */
  readonly schema: z.ZodType
  /** Of an id: the `<kind>` in `id.<kind>.<slug>`. */
  readonly kind?: string
  /** May hold a localization key, which `locale` resolves. */
  readonly localizable?: true
  /** Its slugs are listed in the facets. */
  readonly facet?: true
  /** A filter value must be one of these, or occur in the patch or in its facets. */
  readonly usual?: readonly string[]
  readonly references?: readonly Reference[]
  readonly identity?: readonly string[]
  readonly asset?: { readonly media: AssetMedia; readonly shown: AssetShown }
  /** Not in a bundle. */
  readonly derived?: Derived
  /** Only in the single row. */
  readonly detail?: true
}

/** In the order in which rows carry them. A name that ends in `*` stands for every column that begins so. */
export type Columns = Readonly<Record<string, Column>>

export const id = (kind: string): Column => ({
  type: 'string',
  kind,
  schema: z.string().regex(new RegExp(`^id\\.${kind}\\.[a-z0-9_.-]+$`), `expected an id of the form id.${kind}.<slug>`),
})

export const text = (): Column => ({ type: 'string', schema: z.string(), localizable: true })
/** An upstream key or another string that stays as it is. */
export const key = (): Column => ({ type: 'string', schema: z.string() })
export const integer = (): Column => ({ type: 'integer', schema: z.int() })
export const number = (): Column => ({ type: 'number', schema: z.number() })
export const boolean = (): Column => ({ type: 'boolean', schema: z.boolean() })
export const timestamp = (): Column => ({ type: 'string', schema: z.iso.datetime({ offset: true, local: true }) })
/** A value of an open enumeration. */
export const slug = (): Column => ({ type: 'string', schema: z.string().min(1), facet: true })
/** An enumeration whose filter refuses what neither `usual` nor the patch knows. */
export const checkedSlug = (usual: readonly string[] = []): Column => ({ ...slug(), usual })
export const slugs = (): Column => ({ type: 'list', schema: z.array(z.string().min(1)), facet: true })
export const strings = (): Column => ({ type: 'list', schema: z.array(z.string()) })
export const integers = (): Column => ({ type: 'list', schema: z.array(z.int()) })
export const object = (schema: z.ZodType = z.record(z.string(), z.unknown())): Column => ({ type: 'object', schema })
/** Objects; `identity` names the fields by which a changelog tells which of them is which. */
export const list = (schema: z.ZodType, identity?: readonly string[]): Column => ({
  type: 'list',
  schema: z.array(schema),
  identity,
})
/**
 * In a bundle a path below its folder. The stored row shows the asset's address as `<name>_url` (`url`), as an object with
 * hash, url and media type (`object`), or not at all (`hidden`).
 */
export const asset = (media: AssetMedia, shown: AssetShown): Column => ({
  type: 'string',
  schema: z.string().regex(/^(?!\/)(?!.*\.\.)[\w./-]+$/, 'expected a path below the bundle'),
  asset: { media, shown },
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
/** The column, which `embed` knows by this name too. */
export const embeddedAs = (as: string, column: Column): Column => ({
  ...column,
  references: column.references?.map((one) => ({ ...one, as })),
})
/** An archetype that rows of these resources share. */
export const archetypeOf = (name: string, to: readonly string[]): Column => ({
  ...key(),
  references: [{ path: name, to, by: 'archetype' }],
})
/** The column, with the references that lie inside its values. */
export const referring = (column: Column, paths: Readonly<Record<string, string>>): Column => ({
  ...column,
  references: Object.entries(paths).map(([path, to]) => ({ path, to: [to], by: 'id' })),
})
export const detail = (column: Column): Column => ({ ...column, detail: true })

export const position = (): Column => ({ type: 'integer', schema: z.int().positive(), derived: 'position' })
export const patchId = (): Column => ({ type: 'integer', schema: z.int().positive(), derived: 'patch_id' })
export const patchVersion = (): Column => ({ type: 'string', schema: z.string(), derived: 'patch_version' })
/** The bundle's, else the instant at which its patch was imported. */
export const capturedAt = (): Column => ({ ...timestamp(), derived: 'captured_at' })
