import type { Database } from 'better-sqlite3'
import type { Texts } from '../../../api/model/values/locales.ts'
import type { PatchIndex } from '../../../api/model/patches.ts'
import type { Resource } from '../../../api/model/resource.ts'
import { displayedColumns } from '../../../api/model/row-params.ts'
import type { Order } from '../../../api/model/store.ts'
import type { Caches } from '../../cache/caches.ts'
import { columnRanks, type ColumnRanks } from './column-ranks.ts'
import { columnValues, type SearchTable } from './column-values.ts'
import { RowOrder } from './row-order.ts'
import type { ScopeRows } from '../rows/scope-rows.ts'
import { prepareInSequence, StepCache } from '../../cache/step-cache.ts'
import type { Steps } from '../../../api/model/values/steps.ts'

/** All rows of a resource at a scope. */
interface OrderedRows {
  readonly resource: Resource
  readonly scope: number
  readonly rows: ScopeRows
}

interface CatalogOrdersOptions {
  readonly db: Database
  readonly patches: PatchIndex
  readonly caches: Caches
  readonly tablesOf: (resource: Resource) => SearchTable
}

/**
 * Orders of rows by columns, and columns of numbers. Each is computed once per scope and cached as long as there is
 * room.
 */
export class CatalogOrders {
  readonly #db: Database
  readonly #patches: PatchIndex
  readonly #tablesOf: (resource: Resource) => SearchTable
  readonly #ranks: StepCache<ColumnRanks>
  readonly #orders: StepCache<RowOrder>
  readonly #numbers: StepCache<Float64Array>
  readonly #languages = new WeakMap<Texts, number>()
  #lastLanguage = 0

  constructor({ db, patches, caches, tablesOf }: CatalogOrdersOptions) {
    this.#db = db
    this.#patches = patches
    this.#tablesOf = tablesOf
    this.#ranks = new StepCache(caches.cache<ColumnRanks>('ranks', ({ ranks }) => ranks.byteLength))
    this.#orders = new StepCache(caches.cache<RowOrder>('orders', ({ bytes }) => bytes))
    this.#numbers = new StepCache(caches.cache<Float64Array>('numbers', ({ byteLength }) => byteLength))
  }

  order(rows: OrderedRows, order: Order): RowOrder {
    return this.#orders.get(this.#orderKey(rows, order), () => this.#makeOrder(rows, order))
  }

  /** The numbers of a column by row; NaN for no number. */
  numbers(rows: OrderedRows, name: string): Float64Array {
    return this.#numbers.get(columnKey(rows, name), () => this.#readNumbers(rows, name))
  }

  /** Computes an order and columns of numbers in steps. Returns undefined if all of them are cached. */
  prepare(rows: OrderedRows, order: Order | undefined, columns: readonly string[]): Promise<void> | undefined {
    return prepareInSequence([
      ...(order ? [() => this.#orders.prepare(this.#orderKey(rows, order), () => this.#makeOrder(rows, order))] : []),
      ...columns.map((name) => () => this.#numbers.prepare(columnKey(rows, name), () => this.#readNumbers(rows, name))),
    ])
  }

  *#makeOrder(rows: OrderedRows, { keys, texts }: Order): Steps<RowOrder> {
    const ranked = []
    for (const { column, descending } of keys)
      ranked.push({ ranked: yield* this.#ranksOf(rows, column, texts), descending })
    yield
    return new RowOrder(rows.rows.size, ranked)
  }

  *#ranksOf(rows: OrderedRows, name: string, texts: Texts | undefined): Steps<ColumnRanks> {
    const column = displayedColumns(rows.resource.columns).get(name)
    const usedTexts = column?.localizable ? texts : undefined
    const read = () => this.#values(rows, name)
    return yield* this.#ranks.make(`${columnKey(rows, name)} ${this.#languageOf(usedTexts)}`, function* () {
      return yield* columnRanks(yield* read(), column, usedTexts)
    })
  }

  *#readNumbers(rows: OrderedRows, name: string): Steps<Float64Array> {
    const values = yield* this.#values(rows, name)
    return Float64Array.from(values, (value) => (typeof value === 'number' ? value : NaN))
  }

  #values(rows: OrderedRows, name: string) {
    return columnValues({ db: this.#db, patches: this.#patches, tables: this.#tablesOf(rows.resource), ...rows }, name)
  }

  #orderKey({ resource, scope }: OrderedRows, { keys, texts }: Order): string {
    const columns = keys.map(({ column, descending }) => `${descending ? '-' : ''}${column}`).join()
    return `${scope} ${resource.name} ${columns} ${this.#languageOf(texts)}`
  }

  #languageOf(texts: Texts | undefined): number {
    if (!texts) return 0
    const number = this.#languages.get(texts) ?? (this.#lastLanguage += 1)
    this.#languages.set(texts, number)
    return number
  }
}

const columnKey = ({ resource, scope }: OrderedRows, name: string) => `${scope} ${resource.name} ${name}`
