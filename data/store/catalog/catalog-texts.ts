import { brotliDecompressSync } from 'node:zlib'
import type { Database, Statement } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import { fallbackLocale, type Locale, type Texts } from '../../api/model/values/locales.ts'
import { Caches, textBytes, type SizedCache } from '../cache/caches.ts'

type TextsByKey = ReadonlyMap<string, string>

/** Place in a map and pointers, beside the text. */
const entryBytes = 40

/** The texts that localization keys stand for, by patch and language. */
export class CatalogTexts {
  readonly #source: Statement<[number, string], number>
  readonly #content: Statement<[number, string], Buffer>
  readonly #sources = new LRUCache<string, { patchId: number | undefined }>({ max: 1000 })
  readonly #files: SizedCache<TextsByKey>
  /** Always the same object for the same files, as long as they are cached. */
  readonly #languages = new WeakMap<TextsByKey, Map<TextsByKey | undefined, Texts>>()

  constructor(db: Database, caches = new Caches()) {
    const source = 'SELECT source_patch_id FROM sources WHERE patch_id = ? AND file = ?'
    const content = 'SELECT content FROM documents JOIN contents USING (content_id) WHERE patch_id = ? AND file = ?'
    this.#source = db.prepare<[number, string], number>(source).pluck()
    this.#content = db.prepare<[number, string], Buffer>(content).pluck()
    this.#files = caches.cache('texts', bytesOf)
  }

  /** Every key with its text, or the English one, in order of keys. Nothing where the patch has no file of the language. */
  all(scope: number, locale: Locale): ReadonlyMap<string, string> | undefined {
    const own = this.#fileOf(scope, locale)
    if (!own) return undefined
    const merged = new Map([...(this.#fileOf(scope, fallbackLocale)?.entries() ?? []), ...own.entries()])
    return new Map([...merged].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** A key without a text in the language has the English one. Nothing where the patch has neither. */
  texts(scope: number, locale: Locale): Texts | undefined {
    const own = this.#fileOf(scope, locale)
    const fallback = locale === fallbackLocale ? undefined : this.#fileOf(scope, fallbackLocale)
    const first = own ?? fallback
    if (!first) return undefined
    const made = this.#languages.get(first) ?? new Map<TextsByKey | undefined, Texts>()
    this.#languages.set(first, made)
    const texts = made.get(fallback) ?? { get: (key) => first.get(key) ?? fallback?.get(key) }
    made.set(fallback, texts)
    return texts
  }

  #fileOf(scope: number, locale: Locale): TextsByKey | undefined {
    const file = `locales/${locale}.json`
    const source = this.#sourceOf(scope, file)
    if (source === undefined) return undefined
    const key = `${source} ${file}`
    const known = this.#files.get(key)
    if (known) return known
    const packed = this.#content.get(source, file)
    if (!packed) throw new Error(`The catalog is damaged: ${file} of patch ${source} is missing`)
    const texts = new Map(Object.entries(JSON.parse(brotliDecompressSync(packed).toString()) as Record<string, string>))
    this.#files.set(key, texts)
    return texts
  }

  /** The patch that brought the file as it is at this patch. */
  #sourceOf(scope: number, file: string): number | undefined {
    const key = `${scope} ${file}`
    const known = this.#sources.get(key)
    if (known) return known.patchId
    const patchId = this.#source.get(scope, file)
    this.#sources.set(key, { patchId })
    return patchId
  }
}

function bytesOf(texts: TextsByKey): number {
  let bytes = 0
  for (const [key, text] of texts) bytes += entryBytes + textBytes(key) + textBytes(text)
  return bytes
}
