import { statSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import type { Api } from '../../../api/model/api.ts'
import { knownItem } from '../../../api/live/items/known-item.ts'
import { Caches } from '../../cache/caches.ts'
import { Catalog } from '../../catalog/catalog.ts'
import type { KnownItem } from '../feeds/listings.ts'
import type { KnownItems } from './live-writer.ts'

/** How often the catalog file is checked for a replacement. */
const checkMilliseconds = 1000
const maxItems = 20_000
/** Little, because each item is read only once. */
const catalogMegabytes = 16

/**
 * Looks up items in a catalog file. A file that replaces it is opened within a second. If that cannot be opened, for
 * instance because it is of another version, the previous one stays in use; if there is none, calls throw.
 */
export class CatalogItems implements KnownItems {
  readonly #file: string
  readonly #api: Api
  readonly #items = new LRUCache<string, { item: KnownItem | undefined }>({ max: maxItems })
  #catalog: Catalog | undefined
  #version = ''
  #checkedAt = 0

  constructor(file: string, api: Api) {
    this.#file = file
    this.#api = api
  }

  patchId(): number | null {
    return this.#current()?.patches.current()?.id ?? null
  }

  item(itemId: string): KnownItem | undefined {
    const catalog = this.#current()
    if (!catalog) return undefined
    const known = this.#items.get(itemId) ?? { item: knownItem(catalog, itemId) }
    this.#items.set(itemId, known)
    return known.item
  }

  close(): void {
    this.#catalog?.close()
    this.#catalog = undefined
  }

  #current(): Catalog | undefined {
    if (Date.now() - this.#checkedAt < checkMilliseconds) return this.#catalog
    const file = statSync(this.#file, { throwIfNoEntry: false })
    const version = file ? `${file.ino} ${file.mtimeMs}` : ''
    if (version !== this.#version) this.#open(version)
    this.#checkedAt = Date.now()
    return this.#catalog
  }

  #open(version: string): void {
    let catalog: Catalog | undefined
    try {
      if (version !== '') catalog = new Catalog(this.#file, this.#api, { caches: new Caches(catalogMegabytes) })
    } catch (error) {
      if (this.#catalog) return
      throw error
    }
    this.close()
    this.#items.clear()
    this.#version = version
    this.#catalog = catalog
  }
}
