import { brotliDecompressSync } from 'node:zlib'
import type { Database, Statement } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import { fallbackLocale, isUntranslated, locales, type Locale, type Texts } from '../../api/model/values/locales.ts'
import type { Steps } from '../../api/model/values/steps.ts'
import { Caches, textBytes } from '../cache/caches.ts'
import { prepareInSequence, StepCache } from '../cache/step-cache.ts'
import { readTexts } from './text-entries.ts'

type TextsByKey = ReadonlyMap<string, string>

/** The texts of a file in memory. */
interface CachedTexts {
  readonly texts: TextsByKey
  readonly bytes: number
}

/** Bytes per entry in addition to the text: slots in a map and in a set, and pointers. */
const entryBytes = 64

/** Reads the texts of localization keys by patch and language. */
export class CatalogTexts {
  readonly #contentId: Statement<[number, string], number | null>
  readonly #content: Statement<[number], Buffer>
  /** Ids of contents by patch and file. Equal files of several patches have the same content. */
  readonly #contents = new LRUCache<string, { id: number | undefined }>({ max: 1000 })
  readonly #files: StepCache<CachedTexts>
  /** For each language, the file that was read last, which may be in use even if the cache has no room for it. */
  readonly #lastRead = new Map<Locale, { readonly id: number; readonly texts: WeakRef<CachedTexts> }>()
  /** The set of texts of a file, made when it is first needed. */
  readonly #textSets = new WeakMap<TextsByKey, ReadonlySet<string>>()
  /** Ensures that the same files give the same object as long as they are cached. */
  readonly #languages = new WeakMap<TextsByKey, Map<TextsByKey | undefined, Texts>>()

  constructor(db: Database, caches = new Caches()) {
    const contentId = `SELECT content_id FROM sources
      LEFT JOIN documents ON documents.patch_id = source_patch_id AND documents.file = sources.file
      WHERE sources.patch_id = ? AND sources.file = ?`
    this.#contentId = db.prepare<[number, string], number | null>(contentId).pluck()
    this.#content = db.prepare<[number], Buffer>('SELECT content FROM contents WHERE content_id = ?').pluck()
    this.#files = new StepCache(caches.cache<CachedTexts>('texts', ({ bytes }) => bytes))
  }

  /** Reads the texts of a language, and the English ones, in steps. Returns undefined if they are cached. */
  prepare(scope: number, locale: Locale): Promise<void> | undefined {
    return prepareInSequence([locale, fallbackLocale].map((one) => () => this.#prepareFile(scope, one)))
  }

  #prepareFile(scope: number, locale: Locale): Promise<void> | undefined {
    const id = this.#contentOf(scope, fileOf(locale))
    return id === undefined ? undefined : this.#files.prepare(String(id), () => this.#read(id, scope, locale))
  }

  /**
   * All keys in order, each with its text or, if the language lacks it, the English one. Undefined if the patch has no file
   * of the language.
   */
  all(scope: number, locale: Locale): ReadonlyMap<string, string> | undefined {
    const own = this.#fileOf(scope, locale)
    if (!own) return undefined
    const merged = new Map([...(this.#fileOf(scope, fallbackLocale)?.entries() ?? []), ...own.entries()])
    return new Map([...merged].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** The texts of a language, with English ones for keys that it lacks. Undefined if the patch has neither file. */
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

  /** Whether a text is in the file of the language itself, not an English fallback. */
  isTranslated(scope: number, locale: Locale, text: string): boolean {
    const own = this.#fileOf(scope, locale)
    if (!own) return false
    const known = this.#textSets.get(own)
    if (known) return known.has(text)
    const ownTexts = new Set(own.values())
    this.#textSets.set(own, ownTexts)
    return ownTexts.has(text)
  }

  /** Keys whose text differs between two patches in any language. */
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
    const known = last?.texts.deref()
    if (known && last?.id === contentId) return known
    const packed = this.#content.get(contentId)
    if (!packed) throw new Error(`The catalog is damaged: ${fileOf(locale)} of patch ${scope} is missing`)
    const bytes = brotliDecompressSync(packed)
    yield
    const cached = yield* readSharing(bytes.toString(), locale, known?.texts)
    this.#lastRead.set(locale, { id: contentId, texts: new WeakRef(cached) })
    return cached
  }

  /** The id of the content of a file at a patch; undefined if the patch has no such file. */
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

/**
 * Reads the texts that are translated, reusing the strings of another patch that are equal (nearly all of them), to keep
 * each only once in memory.
 */
function* readSharing(json: string, locale: Locale, other: TextsByKey | undefined): Steps<CachedTexts> {
  const texts = new Map<string, string>()
  let bytes = 0
  yield* readTexts(json, (key, text) => {
    if (isUntranslated(locale, text)) return
    const known = other?.get(key)
    texts.set(key, known === text ? known : text)
    bytes += entryBytes + textBytes(key) + textBytes(text)
  })
  return { texts, bytes }
}
