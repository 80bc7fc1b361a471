import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { paginationSchema } from '../model/schemas.ts'
import { runSynchronously } from '../model/values/steps.ts'
import { api } from '../table.ts'
import { namedSchemas } from './named-schemas.ts'
import { emptySource } from './source.ts'

describe('a named schema that has been given a description', () => {
  // `partsOf` finds it by `_zod.parent`, which is internal to zod. If this fails after an upgrade, check that property.
  it('is the parent of what describe() returns', () => {
    const named = z.object({ size: z.number() }).meta({ id: 'NamedForThisTest' })
    const described = named.describe('A description.')
    expect(described).not.toBe(named)
    expect(z.globalRegistry.get(described)?.id).toBeUndefined()
    expect(described._zod.parent).toBe(named)
  })

  it('is referred to by its name, with that description', () => {
    expect(z.globalRegistry.get(paginationSchema)?.id).toBe('Pagination')
    const { schemas } = runSynchronously(namedSchemas(api, emptySource))
    expect(schemas.ItemsListAnswer).toMatchObject({
      properties: { pagination: { $ref: '#/components/schemas/Pagination', description: 'Which page this is.' } },
    })
  })
})

it('the answer of a list has `missing` if and only if the list has the parameter `ids`', () => {
  const { schemas, answers } = runSynchronously(namedSchemas(api, emptySource))
  const lists = api.endpoints.filter(({ id, envelope }) => envelope && answers.has(id))
  expect(lists.length).toBeGreaterThan(25)
  for (const { id, params } of lists) {
    const base = answers.get(id)?.replace(/Answer$/, '') ?? ''
    const own = Object.entries(schemas).filter(([name]) => name.startsWith(base) && name.endsWith('Answer'))
    expect(JSON.stringify(own).includes('"missing"'), id).toBe(params.ids !== undefined)
  }
})

it('undeclared columns are added to all schemas of rows, also in answers of another shape', () => {
  const source = { ...emptySource, undeclaredColumns: () => ['omen'] }
  const { schemas } = runSynchronously(namedSchemas(api, source))
  for (const name of ['ItemsRow', 'QuestsRow', 'QuestsEmbeddedRow', 'QuestsSingleAnswer'])
    expect(schemas[name]?.properties, name).toHaveProperty('omen')
  expect(schemas.QuestsListAnswer?.properties).not.toHaveProperty('omen')
})
