import type { Endpoint } from '../../../../../data/api/model/endpoint.ts'
import { columnsOf, conditionTest, type StoredValue } from '../../../../../data/api/model/conditions.ts'
import { conditionsOf } from '../../../../../data/api/model/filters.ts'
import type { ApiClient, Row } from '../../../format/api-response.ts'
import type { Choice, Control, Controls } from './controls.ts'
import { paginate } from '../../../request/paginate.ts'

type ChoiceControl = Extract<Control, { kind: 'choice' }>

/** Maximum number of requests for the counts of one page, and of rows that are read if a list reports no total. */
const limits = { requests: 150, rows: 1000 }

/** Counts rows of a list for one page. A count that would exceed the limits is undefined. */
export class FacetCounts {
  readonly #fetchApi: ApiClient
  readonly #list: Endpoint
  readonly #query: Readonly<Record<string, string>>
  readonly #rowsByQuery = new Map<string, Promise<readonly Row[] | undefined>>()
  #requestsLeft = limits.requests

  /** `query` is the query of the page; its paging and sorting parameters are ignored. */
  constructor(fetchApi: ApiClient, list: Endpoint, query: URLSearchParams) {
    this.#fetchApi = fetchApi
    this.#list = list
    const ignored = ['page', 'cursor', 'sort', 'limit']
    this.#query = Object.fromEntries([...query].filter(([name]) => !ignored.includes(name)))
  }

  /** Number of rows that match the query. */
  total(): Promise<number | undefined> {
    return this.#hasTotal ? this.#fetchTotal({}) : this.#rows(this.#query).then((rows) => rows?.length)
  }

  /** Returns the controls with the number of rows that each choice would show together with the other filters. */
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
    if (control.choices.length > this.#requestsLeft) return withCounts(control, () => undefined)
    this.#requestsLeft -= control.choices.length
    const totals = await Promise.all(control.choices.map(({ slug }) => this.#fetchTotal({ [control.name]: slug })))
    return withCounts(control, (_slug, place) => totals[place])
  }

  /** Reads the rows that match the other filters, and tests them for each choice as the store would. */
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
      if (rows.push(row) > limits.rows) return undefined
    return rows
  }
}

const filterOf = ({ filters }: Endpoint, name: string) => filters.find(({ param }) => param === name)

/** Returns whether rows of the list contain the values that the filter tests. */
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
