import type { Endpoint } from '../../../data/api/endpoint.ts'
import type { Stored } from '../../../data/api/filters.ts'
import type { Ask, Row } from './ask.ts'
import type { Choice, Control, Controls } from './controls.ts'
import { walk } from './walk.ts'

type Choosing = Extract<Control, { kind: 'choice' }>

/** Requests that one page makes for its counts, and rows that it reads where a list tells no total. */
const bounds = { asked: 150, walked: 1000 }

/** Counts rows of a list for one page. Where that cannot be had within the bounds there is no number. */
export class FacetCounts {
  readonly #ask: Ask
  readonly #list: Endpoint
  readonly #query: Readonly<Record<string, string>>
  readonly #walked = new Map<string, Promise<readonly Row[] | undefined>>()
  #left = bounds.asked

  /** `query` is what the page asks; its place in the list does not matter. */
  constructor(ask: Ask, list: Endpoint, query: URLSearchParams) {
    this.#ask = ask
    this.#list = list
    const places = ['page', 'cursor', 'sort', 'limit']
    this.#query = Object.fromEntries([...query].filter(([name]) => !places.includes(name)))
  }

  total(): Promise<number | undefined> {
    return this.#tellsTotal ? this.#askTotal({}) : this.#rows(this.#query).then((rows) => rows?.length)
  }

  /** The controls with the number of rows that each choice would show, given all the other filters. */
  async count({ search, first, more }: Controls): Promise<Controls> {
    const counted = async (control: Control): Promise<Control> => {
      if (control.kind !== 'choice') return control
      return this.#tellsTotal ? this.#countAsked(control) : this.#countWalked(control)
    }
    return {
      search: search && (await counted(search)),
      first: await Promise.all(first.map(counted)),
      more: await Promise.all(more.map(counted)),
    }
  }

  get #tellsTotal(): boolean {
    return this.#list.params.page !== undefined
  }

  async #askTotal(change: Readonly<Record<string, string>>): Promise<number | undefined> {
    const query = new URLSearchParams({ ...this.#query, ...change, page: '1', limit: '1' })
    const { status, json } = await this.#ask(`${this.#list.path}?${query}`)
    return status === 200 ? (json as { pagination?: { total: number } }).pagination?.total : undefined
  }

  async #countAsked(control: Choosing): Promise<Control> {
    if (control.choices.length > this.#left) return withCounts(control, () => undefined)
    this.#left -= control.choices.length
    const totals = await Promise.all(control.choices.map(({ slug }) => this.#askTotal({ [control.name]: slug })))
    return withCounts(control, (_slug, place) => totals[place])
  }

  /** By the rows that the other filters leave, each tested as the store would test it. */
  async #countWalked(control: Choosing): Promise<Control> {
    const { [control.name]: _own, ...others } = this.#query
    const rows = isToldByRows(this.#list, control.name) ? await this.#rows(others) : undefined
    return withCounts(control, (slug) => rows?.filter(testOf(this.#list, control.name, slug)).length)
  }

  #rows(query: Readonly<Record<string, string>>): Promise<readonly Row[] | undefined> {
    const key = String(new URLSearchParams(query))
    const rows = this.#walked.get(key) ?? this.#walk(query)
    this.#walked.set(key, rows)
    return rows
  }

  async #walk(query: Readonly<Record<string, string>>): Promise<readonly Row[] | undefined> {
    const rows: Row[] = []
    const whole = { ...query, limit: String(this.#list.envelope?.limits.max ?? 1) }
    for await (const row of walk(this.#ask, this.#list.path, whole))
      if (rows.push(row) > bounds.walked) return undefined
    return rows
  }
}

const filterOf = ({ filters }: Endpoint, name: string) => filters.find(({ params }) => Object.hasOwn(params, name))

/** True where a row of the list holds the very values that the filter tests. */
function isToldByRows(list: Endpoint, name: string): boolean {
  return (filterOf(list, name)?.columns ?? []).every((one) => {
    const column = list.resource?.columns[one]
    return column && !column.detail && !column.localizable && !column.asset && !column.derived
  })
}

function testOf(list: Endpoint, name: string, slug: string): (row: Row) => boolean {
  const filter = filterOf(list, name)
  const value = filter?.params[name]?.codec.read(slug)
  if (!filter || value === undefined || typeof value === 'object') return () => false
  const conditions = filter.conditions({ [name]: value })
  return (row) =>
    conditions.every(({ columns, test }) => columns.some((column) => test((row[column] ?? null) as Stored)))
}

function withCounts(control: Choosing, countOf: (slug: string, place: number) => number | undefined): Control {
  const choices = control.choices.map((choice, place): Choice => ({ ...choice, count: countOf(choice.slug, place) }))
  return { ...control, choices }
}
