import type { Endpoint } from '../../../../../data/api/model/endpoint.ts'
import { columnsOf, conditionTest, type StoredValue } from '../../../../../data/api/model/conditions.ts'
import { conditionsOf } from '../../../../../data/api/model/filters.ts'
import type { ApiClient, Row } from '../../../format/api-response.ts'
import type { Choice, Control, Controls } from './controls.ts'
import { paginate } from '../../../request/paginate.ts'

type ChoiceControl = Extract<Control, { kind: 'choice' }>

/** Requests that one page makes for its counts, and rows that it reads where a list tells no total. */
const bounds = { requests: 150, rows: 1000 }

/** Counts rows of a list for one page. Where that cannot be had within the bounds there is no number. */
export class FacetCounts {
  readonly #fetchApi: ApiClient
  readonly #list: Endpoint
  readonly #query: Readonly<Record<string, string>>
  readonly #rowsByQuery = new Map<string, Promise<readonly Row[] | undefined>>()
  #left = bounds.requests

  /** `query` is what the page asks; its place in the list does not matter. */
  constructor(fetchApi: ApiClient, list: Endpoint, query: URLSearchParams) {
    this.#fetchApi = fetchApi
    this.#list = list
    const places = ['page', 'cursor', 'sort', 'limit']
    this.#query = Object.fromEntries([...query].filter(([name]) => !places.includes(name)))
  }

  total(): Promise<number | undefined> {
    return this.#hasTotal ? this.#fetchTotal({}) : this.#rows(this.#query).then((rows) => rows?.length)
  }

  /** The controls with the number of rows that each choice would show, given all the other filters. */
  async count({ search, first, more }: Controls): Promise<Controls> {
    const counted = async (control: Control): Promise<Control> => {
      if (control.kind !== 'choice') return control
      return this.#hasTotal ? this.#countByRequests(control) : this.#countByRows(control)
    }
    return {
      search: search && (await counted(search)),
      first: await Promise.all(first.map(counted)),
      more: await Promise.all(more.map(counted)),
    }
  }

  get #hasTotal(): boolean {
    return this.#list.params.page !== undefined
  }

  async #fetchTotal(change: Readonly<Record<string, string>>): Promise<number | undefined> {
    const query = new URLSearchParams({ ...this.#query, ...change, page: '1', limit: '1' })
    const { status, json } = await this.#fetchApi(`${this.#list.path}?${query}`)
    return status === 200 ? (json as { pagination?: { total: number } }).pagination?.total : undefined
  }

  async #countByRequests(control: ChoiceControl): Promise<Control> {
    if (control.choices.length > this.#left) return withCounts(control, () => undefined)
    this.#left -= control.choices.length
    const totals = await Promise.all(control.choices.map(({ slug }) => this.#fetchTotal({ [control.name]: slug })))
    return withCounts(control, (_slug, place) => totals[place])
  }

  /** By the rows that the other filters leave, each tested as the store would test it. */
  async #countByRows(control: ChoiceControl): Promise<Control> {
    const { [control.name]: _own, ...others } = this.#query
    const rows = isCountableFromRows(this.#list, control.name) ? await this.#rows(others) : undefined
    return withCounts(control, (slug) => rows?.filter(predicateOf(this.#list, control.name, slug)).length)
  }

  #rows(query: Readonly<Record<string, string>>): Promise<readonly Row[] | undefined> {
    const key = String(new URLSearchParams(query))
    const rows = this.#rowsByQuery.get(key) ?? this.#fetchRows(query)
    this.#rowsByQuery.set(key, rows)
    return rows
  }

  async #fetchRows(query: Readonly<Record<string, string>>): Promise<readonly Row[] | undefined> {
    const rows: Row[] = []
    const whole = { ...query, limit: String(this.#list.envelope?.limits.max ?? 1) }
    for await (const row of paginate(this.#fetchApi, this.#list.path, whole))
      if (rows.push(row) > bounds.rows) return undefined
    return rows
  }
}

const filterOf = ({ filters }: Endpoint, name: string) => filters.find(({ param }) => param === name)

/** True where a row of the list holds the very values that the filter tests. */
function isCountableFromRows(list: Endpoint, name: string): boolean {
  const filter = filterOf(list, name)
  return (filter ? columnsOf(filter) : []).every((one) => {
    const column = list.resource?.columns[one]
    return column && !column.detail && !column.localizable && !column.asset && !column.derived
  })
}

function predicateOf(list: Endpoint, name: string, slug: string): (row: Row) => boolean {
  const filter = filterOf(list, name)
  const value = filter?.codec.read(slug)
  if (!filter || value === undefined || typeof value === 'object') return () => false
  const tests = conditionsOf([filter], { [name]: value }).map(conditionTest)
  return (row) => tests.every((test) => columnsOf(filter).some((column) => test((row[column] ?? null) as StoredValue)))
}

function withCounts(control: ChoiceControl, countOf: (slug: string, place: number) => number | undefined): Control {
  const choices = control.choices.map((choice, place): Choice => ({ ...choice, count: countOf(choice.slug, place) }))
  return { ...control, choices }
}
