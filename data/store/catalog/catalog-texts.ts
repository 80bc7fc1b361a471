import { brotliDecompressSync } from 'node:zlib'
import type { Database, Statement } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import { fallbackLocale, locales, type Locale, type Texts } from '../../api/model/values/locales.ts'
import type { Steps } from '../../api/model/values/steps.ts'
import { Caches, textBytes } from '../cache/caches.ts'
import { oneByOne, StepCache } from '../cache/step-cache.ts'
import { readTexts } from './text-entries.ts'

type TextsByKey = ReadonlyMap<string, string>

/** A file of a language, as it is in memory. */
interface CachedTexts {
  readonly texts: TextsByKey
  readonly bytes: number
}

/** Bytes per entry beside the text: its slots in a map and in a set, and pointers. */
const entryBytes = 64

/** The texts of localization keys, by patch and language. */
export class CatalogTexts {
  readonly #contentId: Statement<[number, string], number | null>
  readonly #content: Statement<[number], Buffer>
  /** By patch and file; equal files of several patches have one content. */
  readonly #contents = new LRUCache<string, { id: number | undefined }>({ max: 1000 })
  readonly #files: StepCache<CachedTexts>
  /** Of each language, the file that was read last: there also where the cache has no room for it. */
  readonly #lastRead = new Map<Locale, { readonly id: number; readonly held: WeakRef<CachedTexts> }>()
  /** Made when a page first asks for it. */
  readonly #shown = new WeakMap<TextsByKey, ReadonlySet<string>>()
  /** Always the same object for the same files, as long as they are cached. */
  readonly #languages = new WeakMap<TextsByKey, Map<TextsByKey | undefined, Texts>>()

  constructor(db: Database, caches = new Caches()) {
    const contentId = `SELECT content_id FROM sources
      LEFT JOIN documents ON documents.patch_id = source_patch_id AND documents.file = sources.file
      WHERE sources.patch_id = ? AND sources.file = ?`
    this.#contentId = db.prepare<[number, string], number | null>(contentId).pluck()
    this.#content = db.prepare<[number], Buffer>('SELECT content FROM contents WHERE content_id = ?').pluck()
    this.#files = new StepCache(caches.cache<CachedTexts>('texts', ({ bytes }) => bytes))
  }

  /** Reads the texts of a language, and the English ones, in steps; undefined if they are cached. */
  prepare(scope: number, locale: Locale): Promise<void> | undefined {
    return oneByOne([locale, fallbackLocale].map((one) => () => this.#prepareFile(scope, one)))
  }

  #prepareFile(scope: number, locale: Locale): Promise<void> | undefined {
    const id = this.#contentOf(scope, fileOf(locale))
    return id === undefined ? undefined : this.#files.prepare(String(id), () => this.#read(id, scope, locale))
  }

  /** Every key with its text, or the English one, in order of keys. Undefined if the patch has no file of the language. */
  all(scope: number, locale: Locale): ReadonlyMap<string, string> | undefined {
    const own = this.#fileOf(scope, locale)
    if (!own) return undefined
    const merged = new Map([...(this.#fileOf(scope, fallbackLocale)?.entries() ?? []), ...own.entries()])
    return new Map([...merged].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** A key without a text in the language has the English one. Undefined if the patch has neither. */
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

  /** Whether a text is one that the language has itself. */
  isTranslated(scope: number, locale: Locale, text: string): boolean {
    const own = this.#fileOf(scope, locale)
    if (!own) return false
    const known = this.#shown.get(own)
    if (known) return known.has(text)
    const shown = new Set(own.values())
    this.#shown.set(own, shown)
    return shown.has(text)
  }

  /** Keys that have another text in any language at another patch. */
  changedKeys(scope: number, other: number): Set<string> {
    const changed = new Set<string>()
    for (const locale of locales) {
      const [own, others] = [this.#fileOf(scope, locale), this.#fileOf(other, locale)]
      if (own === others) continue
      for (const key of [...(own?.keys() ?? []), ...(others?.keys() ?? [])])
        if (own?.get(key) !== others?.get(key)) changed.add(key)
    }
    return changed
  }

  #fileOf(scope: number, locale: Locale): TextsByKey | undefined {
    const id = this.#contentOf(scope, fileOf(locale))
    return id === undefined ? undefined : this.#files.get(String(id), () => this.#read(id, scope, locale)).texts
  }

  *#read(contentId: number, scope: number, locale: Locale): Steps<CachedTexts> {
    const last = this.#lastRead.get(locale)
    const held = last?.held.deref()
    if (held && last?.id === contentId) return held
    const packed = this.#content.get(contentId)
    if (!packed) throw new Error(`The catalog is damaged: ${fileOf(locale)} of patch ${scope} is missing`)
    const bytes = brotliDecompressSync(packed)
    yield
    const cached = yield* sharing(bytes.toString(), held?.texts)
    this.#lastRead.set(locale, { id: contentId, held: new WeakRef(cached) })
    return cached
  }

  /** The id of the file's content at this patch; undefined if there is none. */
  #contentOf(scope: number, file: string): number | undefined {
    const key = `${scope} ${file}`
    const known = this.#contents.get(key)
    if (known) return known.id
    const id = this.#contentId.get(scope, file)
    if (id === null) throw new Error(`The catalog is damaged: ${file} of patch ${scope} is missing`)
    this.#contents.set(key, { id })
    return id
  }
}

const fileOf = (locale: Locale): string => `locales/${locale}.json`

/** What is read, with the string of the other patch for each equal text: nearly all are equal, and a string is kept once. */
function* sharing(json: string, other: TextsByKey | undefined): Steps<CachedTexts> {
  const texts = new Map<string, string>()
  let bytes = 0
  yield* readTexts(json, (key, text) => {
    const known = other?.get(key)
    texts.set(key, known === text ? known : text)
    bytes += entryBytes + textBytes(key) + textBytes(text)
  })
  return { texts, bytes }
}
