import type { z } from 'zod'
import { flag } from './values/codecs.ts'
import type { Column, Columns } from './columns.ts'
import type { Envelope } from './envelopes.ts'
import type { ParameterError } from './values/errors.ts'
import { paramsOf, type Filter } from './filters.ts'
import type { LiveStore } from './live-store.ts'
import { localeParam, type Locale } from './values/locales.ts'
import type { Params, Values } from './values/params.ts'
import type { PatchMode } from './patch-modes.ts'
import type { Patch, PatchIndex } from './patches.ts'
import type { Resource } from './resource.ts'
import type { ExportFormat } from './row-params.ts'
import type { CatalogStore } from './store.ts'

/** Decoded path parameters. */
export type Path = Readonly<Record<string, string>>

/** A request that is understood and valid: endpoint, values with their defaults, resolved patch. */
export interface CanonicalRequest {
  readonly endpoint: Endpoint
  readonly path: Path
  readonly values: Values
  readonly patch?: Patch
  /** The URL names a patch id. */
  readonly pinned: boolean
  /** The request came by `/v1`. */
  readonly legacy: boolean
  /** Unknown parameters of a lenient request. */
  readonly ignored: readonly string[]
}

/** JSON text. */
export interface JsonReply {
  readonly body: string
  /** Of a list: the rows on all its pages. */
  readonly total?: number
  /** URL of the next page, where it is known already. */
  readonly next?: string | undefined
  /** The same request may soon have another answer, whatever the patch. */
  readonly isTemporary?: boolean
}

/** The address of an asset, or its bytes. */
export type AssetReply =
  | { readonly redirect: string }
  | {
      /** A file below the data folder, or in a published tree. */
      readonly asset: string
      readonly mediaType: string
    }

/** A reply of the live store: JSON text (or plain, where `isText`), and the instant of the newest observation behind it (ms since 1970). */
export interface LiveReply {
  readonly body: string
  readonly total?: number
  readonly observedAt?: number | null
  /** URL of the next page, where the endpoint has no envelope that contains it. */
  readonly next?: string
}

/** Rows that an endpoint finds itself. */
export interface FoundRows {
  readonly total: number
  /** JSON texts of some of them, as they were found. */
  readonly texts: (offset: number, limit: number) => readonly string[]
  /** Further fields of the envelope. */
  readonly beside?: Readonly<Record<string, unknown>>
}

/** A list of the live store as one file. */
interface LiveExport {
  readonly headers: Readonly<Record<string, string>>
  /** Empty where the file is made in parts. */
  readonly body: string
  readonly parts?: () => AsyncIterable<string>
  readonly observedAt: number | null
}

/** Which requests of an endpoint are pre-rendered: its pages, one for each row of its resource, one for each value, or just one. */
export type Files =
  | { readonly folder: string; readonly by: 'page' | 'row' | 'whole' }
  | { readonly folder: string; readonly by: 'value'; readonly param: string; readonly values: readonly string[] }

/** Scopes of keys that endpoints require. */
export type KeyScope = 'tooltips'

/** What endpoints of every kind have. */
interface EndpointBase {
  /** `items.list`; labels logs, metrics and pages of the reference. */
  readonly id: string
  /** `/v2/items/{id}` */
  readonly path: string
  readonly summary: string
  /** Clause of the game's API specification that it follows, published as `x-specification`; empty where it goes beyond that. */
  readonly specClause: string
  /** Whose rows it answers with; also names the folder of its files. */
  readonly resource?: Resource
  /** Columns of its rows, where they are not the resource's. */
  readonly rowColumns?: Columns
  readonly mode: PatchMode
  readonly envelope?: Envelope
  readonly filters: readonly Filter[]
  /** Every query parameter it knows. */
  readonly params: Params
  /** Path parameters in canonical form, where aliases are known without the store. Throws `unknown_patch`. */
  readonly identify?: (path: Path, values: Values, patches: PatchIndex) => Path
  /** Validation errors that only the catalog can find: a name that does not occur at that patch. */
  readonly validate?: (values: Values, store: CatalogStore, scope: number) => ParameterError[]
  /** The scope that a key must have; without it no key is needed. Responses to a request with a key are private: `no-store`. */
  readonly keyScope?: KeyScope
  /** How long a shared cache may keep an answer whose URL pins no patch; 60 s by default. */
  readonly maxAgeSeconds: number
}

/** Answers with JSON from the catalog. */
export interface CatalogEndpoint extends EndpointBase {
  readonly kind: 'catalog'
  readonly files?: Files
  /** Of the answer's body. */
  readonly schema: z.ZodType
  /** Does the slow part of the work without blocking the thread; the service awaits it before `answer`. */
  readonly prepare?: (request: CanonicalRequest, store: CatalogStore) => Promise<void>
  readonly answer: (request: CanonicalRequest, store: CatalogStore) => JsonReply
  /** For a list whose rows are not rows of a resource: the rows. */
  readonly find?: (request: CanonicalRequest, store: CatalogStore) => FoundRows
}

/** Answers with what observers saw. */
export interface LiveEndpoint extends EndpointBase {
  readonly kind: 'live'
  /** The body is plain text for people to read, not JSON. */
  readonly isText?: true
  /** The response is an endless stream of events; `answer` returns the latest of them where no connection stays open. */
  readonly isStream?: true
  /** Its answers are not observations: they have no `X-Data-Age`. */
  readonly isUndated?: true
  /** Of the answer's body, or of one event of a stream. */
  readonly schema: z.ZodType
  readonly answer: (request: CanonicalRequest, live: LiveStore, store: CatalogStore) => Promise<LiveReply>
  /** Of a list that can be had as one file (`format`): the file, whose parts are read while it is sent. */
  readonly export?: (
    request: CanonicalRequest,
    live: LiveStore,
    store: CatalogStore,
    format: ExportFormat,
  ) => Promise<LiveExport>
}

/** Answers with the bytes of an asset, or with a redirect to them. */
export interface AssetEndpoint extends EndpointBase {
  readonly kind: 'asset'
  /**
   * The asset column of the row that the path names: the answer is the bytes where the column is hidden, else a
   * redirect to them. Without a column the path's `{hash}` or `{file}` names it, and the answer to a URL never changes.
   */
  readonly column?: string
  /** Where the files are that a path names; pictures and models by default. */
  readonly folder?: 'assets' | 'bulk'
}

export type Endpoint = CatalogEndpoint | LiveEndpoint | AssetEndpoint

/** The declared asset that an endpoint answers with; undefined for other kinds, and where the path names the asset by its hash. */
export function assetOf(endpoint: Endpoint): (NonNullable<Column['asset']> & { readonly column: string }) | undefined {
  if (endpoint.kind !== 'asset' || endpoint.column === undefined) return undefined
  const asset = endpoint.resource?.columns[endpoint.column]?.asset
  return asset && { ...asset, column: endpoint.column }
}

/** The answer is the bytes of an asset, of which a range may be requested; else a redirect to them. */
export function isBytes(endpoint: Endpoint): boolean {
  const asset = assetOf(endpoint)
  return endpoint.kind === 'asset' && (asset === undefined || asset.displayed === 'bytes')
}

/** The path names a file by its hash, so the answer to a URL never changes. */
export const isByHash = (endpoint: Endpoint): endpoint is AssetEndpoint & { readonly column?: never } =>
  endpoint.kind === 'asset' && endpoint.column === undefined

/** It is answered asynchronously: it reads the live store or has something to prepare. */
export const isLater = (endpoint: Endpoint): boolean =>
  endpoint.kind === 'live' || (endpoint.kind === 'catalog' && endpoint.prepare !== undefined)

/** The body is a stream of events (Server-Sent Events). */
export const isStream = (endpoint: Endpoint): boolean => endpoint.kind === 'live' && endpoint.isStream === true

/** The body is text, not JSON. */
export const isText = (endpoint: Endpoint): boolean =>
  isStream(endpoint) || (endpoint.kind === 'live' && endpoint.isText === true)

/** How an endpoint's requests are pre-rendered, if they are. */
export const filesOf = (endpoint: Endpoint): Files | undefined =>
  endpoint.kind === 'catalog' ? endpoint.files : undefined

type Declared<E extends Endpoint> = Omit<E, 'kind' | 'specClause' | 'filters' | 'params' | 'maxAgeSeconds'> &
  Partial<Pick<E, 'specClause' | 'filters' | 'maxAgeSeconds'>> & {
    /** Parameters beyond those of patch mode, envelope, filters and rows. */
    readonly params?: Params
  }

interface RowsDeclared {
  /** Answers with rows: `condense` and `locale` are known; the value is the locale by default. */
  readonly rows?: { readonly locale?: Locale } | false
}

export const catalogEndpoint = (declaration: Declared<CatalogEndpoint> & RowsDeclared): CatalogEndpoint => ({
  ...complete(declaration),
  kind: 'catalog',
})

export const liveEndpoint = (declaration: Declared<LiveEndpoint> & RowsDeclared): LiveEndpoint => ({
  ...complete(declaration),
  kind: 'live',
})

export const assetEndpoint = (declaration: Declared<AssetEndpoint>): AssetEndpoint => ({
  ...complete({ ...declaration, rows: false }),
  kind: 'asset',
})

const condense = {
  condense: { codec: flag(), default: true, summary: 'Leaves null columns out; `false` shows every column.' },
}

/** The declaration with its defaults; its parameters are the union of those of its parts. */
function complete<D extends Declared<Endpoint> & RowsDeclared>({ rows = {}, ...declaration }: D) {
  const { mode, envelope, filters = [], params = {}, specClause = '', maxAgeSeconds = 60 } = declaration
  const all: Params = {
    ...paramsOf(filters),
    ...params,
    ...mode.params,
    ...(rows && { ...condense, locale: localeParam(rows.locale) }),
    ...envelope?.params,
  }
  return { ...declaration, filters, params: all, specClause, maxAgeSeconds }
}
