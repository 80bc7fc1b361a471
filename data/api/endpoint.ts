import type { z } from 'zod'
import { flag } from './codecs.ts'
import type { Envelope } from './envelopes.ts'
import type { ParameterFault } from './errors.ts'
import type { Filter } from './filters.ts'
import type { LiveStore } from './live/live-store.ts'
import { localeParam, type Locale } from './locales.ts'
import type { Params, Values } from './params.ts'
import type { PatchMode } from './patch-modes.ts'
import type { Patch, PatchIndex } from './patches.ts'
import type { Resource } from './resource.ts'
import type { CatalogStore } from './store.ts'

/** Decoded path parameters. */
export type Path = Readonly<Record<string, string>>

/** A request that is understood and sound: endpoint, values with their defaults, resolved patch. */
export interface CanonicalRequest {
  readonly endpoint: Endpoint
  readonly path: Path
  readonly values: Values
  readonly patch?: Patch
  /** The URL names a patch id. */
  readonly pinned: boolean
  /** It came by `/v1`. */
  readonly legacy: boolean
  /** Unknown parameters that a lenient request brought. */
  readonly ignored: readonly string[]
}

/** What an endpoint answers with: JSON text, the address of something else, or an asset. */
export type Reply =
  | {
      readonly body: string
      /** Of a list: the rows on all its pages. */
      readonly total?: number
    }
  | { readonly redirect: string }
  | {
      /** A file below the assets folder. */
      readonly asset: string
      readonly mediaType: string
    }

/** A reply of the live store: JSON text (or plain, where `isText`), and the instant of the newest observation behind it (ms since 1970). */
export interface LiveReply {
  readonly body: string
  readonly total?: number
  readonly observedAt?: number | null
}

/** Which requests of an endpoint are pre-rendered: its pages, one for each row of its resource, one for each value, or just one. */
export type Files =
  | { readonly folder: string; readonly by: 'page' | 'row' | 'whole' }
  | { readonly folder: string; readonly by: 'value'; readonly param: string; readonly values: readonly string[] }

/** What a key may be for, as far as an endpoint asks for it (spec 5). */
export type KeyScope = 'tooltips'

export interface Endpoint {
  /** `items.list`; labels logs, metrics and pages of the reference. */
  readonly id: string
  /** `/v2/items/{id}` */
  readonly path: string
  readonly summary: string
  /** Clause of the specification; empty for what goes beyond it. */
  readonly spec: string
  /** Whose rows it answers with; also names the folder of its files. */
  readonly resource?: Resource
  readonly mode: PatchMode
  readonly envelope?: Envelope
  readonly filters: readonly Filter[]
  /** Every query parameter it knows. */
  readonly params: Params
  /** Path parameters in canonical form, where aliases are known without the store. Throws `unknown_patch`. */
  readonly identify?: (path: Path, values: Values, patches: PatchIndex) => Path
  /** Faults that only the catalog can tell: a name that occurs nowhere at that patch. */
  readonly faults?: (values: Values, store: CatalogStore, scope: number) => ParameterFault[]
  readonly files?: Files
  /** The asset column that it answers with: by the bytes where the column is hidden, else by a redirect to them. */
  readonly linked?: string
  /** Its path's `{hash}` names an asset, whose bytes it answers with. */
  readonly byHash?: true
  /** The scope that a key must carry; without it no key is needed. Answers to a key are nobody else's: `no-store`. */
  readonly keyScope?: KeyScope
  /** The body is plain text for people to read, not JSON. */
  readonly isText?: true
  /** Of the answer's body. */
  readonly schema: z.ZodType
  /** How long a shared cache may keep an answer whose URL pins no patch; 60 s by default. */
  readonly maxAgeSeconds: number
  /** The answer to a URL never changes. */
  readonly immutable: boolean
  readonly answer: (request: CanonicalRequest, store: CatalogStore) => Reply
  /** Set where the answer comes from the live store; `answer` throws there. */
  readonly live?: (request: CanonicalRequest, live: LiveStore, store: CatalogStore) => Promise<LiveReply>
}

export interface EndpointDeclaration {
  id: string
  path: string
  summary: string
  spec?: string
  resource?: Resource
  mode: PatchMode
  envelope?: Envelope
  filters?: readonly Filter[]
  /** Parameters beyond those of patch mode, envelope, filters and rows. */
  params?: Params
  /** Answers with rows: `condense` and `locale` are known; the value is the locale by default. */
  rows?: { locale?: Locale } | false
  identify?: Endpoint['identify']
  faults?: Endpoint['faults']
  files?: Files
  linked?: string
  byHash?: true
  keyScope?: KeyScope
  isText?: true
  schema: z.ZodType
  maxAgeSeconds?: number
  immutable?: boolean
  answer?: Endpoint['answer']
  /** In place of `answer`. */
  live?: Endpoint['live']
}

const neverAnswers: Endpoint['answer'] = ({ endpoint: { id } }) => {
  throw new Error(`${id} is answered by the live store`)
}

const condense = {
  condense: { codec: flag(), default: true, summary: 'Leaves null columns out; `false` shows every column.' },
}

/** Declares one endpoint; its parameters are the sum of what its parts bring. */
export function endpoint(declaration: EndpointDeclaration): Endpoint {
  const { mode, envelope, filters = [], params = {}, rows = {} } = declaration
  const parts: (Params | false | undefined)[] = [
    ...filters.map((filter) => filter.params),
    params,
    mode.params,
    rows && { ...condense, locale: localeParam(rows.locale) },
    envelope?.params,
  ]
  const all: Params = Object.fromEntries(parts.flatMap((part) => (part ? Object.entries(part) : [])))
  return {
    ...declaration,
    answer: declaration.answer ?? neverAnswers,
    spec: declaration.spec ?? '',
    filters,
    params: all,
    maxAgeSeconds: declaration.maxAgeSeconds ?? 60,
    immutable: declaration.immutable ?? false,
  }
}
