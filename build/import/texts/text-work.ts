// The work of an import on texts that does not need the catalog, so that it can be done on another thread. This module
// loads no packages, so such a thread starts in some 40 ms.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import {
  fallbackLocale,
  isUntranslated,
  locales,
  type Locale,
  type Texts,
} from '../../../data/api/model/values/locales.ts'
import type { SearchDocument } from '../../../data/api/model/search.ts'
import { slugLabel } from '../../../data/api/model/values/slug-label.ts'
import { buildSegment } from '../../../data/api/search/build-segment.ts'
import { documentMaker, type DocumentMaker, type SearchedRow } from '../../../data/api/search/documents.ts'
import { packSegment } from '../../../data/store/catalog/search/pack-segment.ts'

/** Limits the memory of an import: building a segment of this many items in ten languages takes some 40 MB. */
export const documentsPerSegment = 10_000

const facetsFile = 'facets.json'
const localeFile = (locale: Locale) => `locales/${locale}.json`
/** Whether a file of a bundle is read as a whole: facet labels or texts. */
export const isDocument = (name: string): boolean => name === facetsFile || name.startsWith('locales/')

type TextsByKey = Readonly<Record<string, string>>

export interface BundleTexts {
  readonly folder: string
  /** Files of the bundle that are read as a whole: facet labels and texts. */
  readonly names: readonly string[]
  /** The searchable resources, in the order in which equally good results are sorted. */
  readonly kinds: readonly string[]
}

/** The text work of one import. Methods are called in the order in which they are declared, `index` any number of times. */
export class TextWork {
  #packed: { readonly kinds: readonly string[]; readonly documentOf: DocumentMaker } | undefined
  #documents: SearchDocument[] = []

  /** Compresses the files for the catalog; undefined for a file with validation errors, which the caller describes. */
  pack({ folder, names, kinds }: BundleTexts): (Uint8Array | undefined)[] {
    const parsed = new Map(names.map((name) => [name, parsedFile(join(folder, name))]))
    const labels = asFacetLabels(parsed.get(facetsFile))?.rarity ?? {}
    const documentOf = documentMaker(
      languagesOf(parsed),
      (rarity) => (Object.hasOwn(labels, rarity) ? labels[rarity] : undefined) ?? slugLabel(rarity),
    )
    this.#packed = { kinds, documentOf }
    return names.map((name) => {
      const value = parsed.get(name)
      return (name === facetsFile ? asFacetLabels(value) : asTexts(value)) && compressed(value)
    })
  }

  /** Indexes rows of a patch without a parent. Returns the segments that are complete, packed for the catalog. */
  index(rows: readonly SearchedRow[]): Uint8Array[] {
    const segments: Uint8Array[] = []
    const { documentOf } = this.#texts()
    for (const row of rows) {
      this.#documents.push(documentOf(row))
      if (this.#documents.length === documentsPerSegment) segments.push(...this.finish())
    }
    return segments
  }

  /** Returns the segment of the remaining rows, if there are any. */
  finish(): Uint8Array[] {
    const { kinds } = this.#texts()
    if (this.#documents.length === 0) return []
    const segment = packSegment(buildSegment(this.#documents, kinds))
    this.#documents = []
    return [segment]
  }

  /** Throws if `pack` was not called, as in a thread that was restarted because it died. */
  #texts() {
    if (!this.#packed) throw new Error('Rows are indexed once the texts of their bundle were packed.')
    return this.#packed
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parsedFile(path: string): unknown {
  try {
    return JSON.parse(utf8.decode(readFileSync(path)))
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const asTexts = (value: unknown): TextsByKey | undefined =>
  isObject(value) && Object.values(value).every((text) => typeof text === 'string') ? (value as TextsByKey) : undefined

const asFacetLabels = (value: unknown): Readonly<Record<string, TextsByKey>> | undefined =>
  isObject(value) && Object.values(value).every(asTexts) ? (value as Record<string, TextsByKey>) : undefined

/** The texts of each language, with English as the fallback; undefined if there is neither. */
function languagesOf(parsed: ReadonlyMap<string, unknown>): (Texts | undefined)[] {
  const fileOf = (locale: Locale) => {
    const texts = asTexts(parsed.get(localeFile(locale)))
    return texts && new Map(Object.entries(texts).filter(([, text]) => !isUntranslated(locale, text)))
  }
  const fallback = fileOf(fallbackLocale)
  return locales.map((locale) => {
    const own = locale === fallbackLocale ? undefined : fileOf(locale)
    return own ? { get: (key) => own.get(key) ?? fallback?.get(key) } : fallback
  })
}

const compressed = (value: unknown): Uint8Array =>
  brotliCompressSync(JSON.stringify(value), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
