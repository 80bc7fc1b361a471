import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { api } from '../../data/api/table.ts'
import { inputSchemaOf } from './input-schema.ts'
import { toolsOf } from './tools.ts'

const schemas = new Map(toolsOf(api).map((tool) => [tool.name, inputSchemaOf(tool)]))
const properties = (name: string): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
  schemas.get(name)?.properties ?? {}

describe('the arguments of a tool', () => {
  it.each([...schemas])('of %s are described by a valid schema', (_name, schema) => {
    new Ajv2020({ strict: true, strictTypes: false, formats: { 'date-time': true } }).compile(schema)
    const sentences = Object.values(schema.properties).map(({ description }) => description)
    expect(sentences.filter((text) => typeof text !== 'string' || !/[.`]$/.test(text))).toEqual([])
  })

  it('are all parameters of the lists, under their own names, except the media type', () => {
    const lists = api.endpoints.filter(({ id }) => id.endsWith('.list'))
    const names = lists.flatMap(({ params }) => Object.keys(params)).filter((name) => name !== 'format')
    expect(new Set(Object.keys(properties('list')))).toEqual(new Set(['resource', ...names]))
  })

  it('declare which of them are required', () => {
    expect([...schemas].map(([name, { required }]) => [name, required])).toEqual(
      expect.arrayContaining([
        ['get', ['resource', 'id']],
        ['list', ['resource']],
        ['changes', []],
        ['prices', ['item_id']],
      ]),
    )
  })

  it('accept whatever any of the resources accepts', () => {
    const { limit, embed, tier, rarity, page } = properties('list')
    expect(limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 250 })
    expect(embed).toMatchObject({
      type: 'array',
      items: { enum: expect.arrayContaining(['classes', 'abilities']) as string[] },
    })
    expect(tier).toMatchObject({ type: 'string' })
    expect(rarity).toMatchObject({ type: 'string', examples: expect.arrayContaining(['epic']) as string[] })
    expect(page).not.toHaveProperty('maximum', Number.MAX_SAFE_INTEGER)
  })

  it('name their resources if only some of them have the parameter', () => {
    const { min_gear_score: gear, at_patch: atPatch } = properties('list')
    expect(gear?.description).toMatch(/^items: /)
    expect(atPatch?.description).toMatch(/^perks, quests, classes, /)
  })
})
