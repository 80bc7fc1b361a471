// Tooltips and names of the sample world in its ten languages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locales, type Locale } from '../../../data/api/model/values/locales.ts'
import { readRequest } from '../../../data/api/request/request.ts'
import { respond } from '../../../data/api/answer/respond.ts'
import type { RowObject } from '../../../data/api/answer/rows/row-view.ts'
import { attributes } from '../../../data/api/resources/items/attributes.ts'
import { items } from '../../../data/api/resources/items/items.ts'
import { parseTarget } from '../../../data/api/request/target.ts'
import { itemNames } from '../../../data/api/resources/items/item-names.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { openSampleFixture, type Fixture } from '../fixtures/test-service.ts'

let fixture: Fixture
let catalog: Catalog
let scope: number
const rowsOf = new Map<string, RowObject[]>()

beforeAll(async () => {
  fixture = await openSampleFixture()
  catalog = fixture.catalog()
  scope = catalog.patches.currentOf('main').id
  for (const resource of [items, attributes]) {
    const rows = catalog.ids(resource, scope).map((id) => catalog.row(resource, scope, id)?.text ?? '')
    rowsOf.set(
      resource.name,
      rows.map((text) => JSON.parse(text) as RowObject),
    )
  }
})
afterAll(() => fixture.close())

interface Payload {
  name: string
  description?: string
  primary: string[]
  secondary: string[][]
}

const answer = (target: string): unknown =>
  JSON.parse(respond(readRequest(fixture.api, parseTarget(target), catalog), catalog).body)
const tooltip = (id: unknown, query: string) => answer(`/v2/items/${String(id)}/tooltip?${query}`) as Payload

/** Formats of a number or range; those of percentages have `+` and `%`. */
const flat = /^-?\d+(\.\d+)?(--?\d+(\.\d+)?)?$/
const percent = /^([+-]\d+(\.\d+)?|0)%(-([+-]\d+(\.\d+)?|0)%)?$/

describe.each(locales)('in %s', (locale: Locale) => {
  it('labels every line with its attribute’s name', () => {
    const texts = catalog.texts(scope, locale)
    const byField = new Map(rowsOf.get('attributes')?.map((row) => [String(row.field), row]))
    let lines = 0
    for (const item of rowsOf.get('items') ?? []) {
      const fields = Object.keys(item).flatMap((column) => /^primary_min_(.+)$/.exec(column)?.[1] ?? [])
      const { primary } = tooltip(item.id, `locale=${locale}`)
      expect(primary).toHaveLength(fields.length)
      fields.sort().forEach((field, at) => {
        const row = byField.get(field)
        const label = texts?.get(String(row?.name)) ?? ''
        expect(label, field).not.toBe('')
        expect(primary[at]?.startsWith(`${label} `), `${primary[at]} of ${field}`).toBe(true)
        expect(primary[at]?.slice(label.length + 1)).toMatch(row?.format === 'percent' ? percent : flat)
        lines += 1
      })
    }
    expect(lines).toBeGreaterThan(40)
  })

  it('rolls every attribute, each with a gem', () => {
    const texts = catalog.texts(scope, locale)
    const rows = (rowsOf.get('attributes') ?? []).sort((a, b) => (String(a.field) < String(b.field) ? -1 : 1))
    const query = rows.map(({ field }) => `secondary[${String(field)}]=2:wyrmglass_shard`).join('&')
    const { secondary } = tooltip('id.item.ember_lantern_5001', `locale=${locale}&${query}`)
    expect(secondary).toEqual(
      rows.map(({ name, format }) => [
        `${texts?.get(String(name))} ${format === 'percent' ? '+2%' : '2'}`,
        texts?.get('Wyrmglass Shard') ?? 'Wyrmglass Shard',
      ]),
    )
  })

  it('has its description in that language, and never a key', () => {
    const { description, name } = tooltip('id.item.ember_lantern_5001', `locale=${locale}&quantity=3`)
    const key = rowsOf.get('items')?.find(({ id }) => id === 'id.item.ember_lantern_5001')?.description
    expect(description).toBe(catalog.texts(scope, locale)?.get(String(key)))
    expect(description).not.toBe(key)
    expect(name).toMatch(/ x3$/)
  })

  it('names every item, with labels', () => {
    const names = answer(`/v2/items/names?locale=${locale}`) as {
      labels: Record<string, Record<string, string>>
      items: object
    }
    expect(itemNames.schema.safeParse(names).error).toBeUndefined()
    expect(Object.keys(names.items)).toHaveLength(rowsOf.get('items')?.length ?? 0)
    const labels = Object.values(names.labels).flatMap((column) => Object.values(column))
    expect(labels.filter((label) => label.startsWith('Reach_'))).toEqual([])
  })
})

it('English and German differ', () => {
  const [english, german] = ['en', 'de'].map((locale) => tooltip('id.item.ember_lantern_5001', `locale=${locale}`))
  expect(english?.primary).not.toEqual(german?.primary)
  expect(english?.description).not.toBe(german?.description)
})

it('a patch shows its own numbers', () => {
  const [first, last] = catalog.patches.all.filter(({ branch }) => branch === 'main')
  const at = (version = '') => tooltip('id.item.saltiron_cuirass_5001', `at_patch=${version}`).primary
  const [before, now] = [at(first?.version), at(last?.version)]
  for (const shown of [before, now]) expect(shown).not.toEqual([])
  expect(now).not.toEqual(before)
})
