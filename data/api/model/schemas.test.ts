import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as column from './columns.ts'
import { cursor, cursorOrPage, page } from './envelopes.ts'
import { bundleRowSchema, listSchema, rowSchema, wildcardSchema } from './schemas.ts'

const lanterns = {
  key: ['id'],
  columns: {
    id: column.id('lantern'),
    name: column.text(),
    gear_score: column.integer(),
    icon: column.asset('image/png', 'url'),
    seal: column.asset('image/png', 'object'),
    model: column.asset('model/gltf-binary', 'bytes'),
    entries: column.detail(column.list(z.looseObject({ weight: z.number() }))),
    'primary_min_*': column.number(),
  },
}
const id = 'id.lantern.ember'
const pathsOf = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path }) => path.join('.'))

describe('a line of a bundle', () => {
  const schema = bundleRowSchema(lanterns)

  it.each([
    ['its key alone', { id }],
    ['nulls', { id, name: null, gear_score: null, entries: null }],
    ['unknown columns', { id, oddity: { deep: [1] } }],
    ['paths of assets', { id, icon: 'assets/lantern.png', model: 'assets/models/lantern.glb' }],
  ])('may hold %s', (_what, row) => {
    expect(pathsOf(schema, row)).toEqual([])
  })

  it.each([
    [{}, ['id']],
    [{ id: null }, ['id']],
    [{ id: 'id.item.ember' }, ['id']],
    [{ id: 'id.lantern.' }, ['id']],
    [{ id: 'id.lantern.Ember' }, ['id']],
    [{ id: 'idxlantern.ember' }, ['id']],
    [{ id, name: 5, gear_score: 1.5 }, ['name', 'gear_score']],
    [{ id, gear_score: '38' }, ['gear_score']],
    [{ id, entries: [{ weight: 1 }, { weight: 'x' }] }, ['entries.1.weight']],
    [{ id, icon: '/etc/passwd' }, ['icon']],
    [{ id, icon: 'assets/../../secret.png' }, ['icon']],
  ])('%j has validation errors at %j', (row, paths) => {
    expect(pathsOf(schema, row)).toEqual(paths)
  })
})

describe('a row of an answer', () => {
  it('has its details in the single row only', () => {
    const row = { id, entries: [{ weight: 'x' }] }
    expect(pathsOf(rowSchema(lanterns), row)).toEqual([])
    expect(pathsOf(rowSchema(lanterns, 'single'), row)).toEqual(['entries.0.weight'])
  })

  it('shows assets as declared: as URL, as object, or not at all', () => {
    const url = '/v1/codex/assets/5001'
    expect(
      pathsOf(rowSchema(lanterns), { id, icon_url: url, seal: { hash: '5001', url, media_type: 'image/png' } }),
    ).toEqual([])
    expect(pathsOf(rowSchema(lanterns), { id, icon_url: 5, seal: 'lantern.png' })).toEqual(['icon_url', 'seal'])
  })
})

describe('a list', () => {
  const asPage = { pagination: { count: 1, limit: 25, page: 1, num_pages: 1, total: 1, next: null }, body: [{ id }] }
  const asCursor = { count: 1, limit: 50, sort: 'asc', next: null, rows: [{ id }] }

  it.each([
    ['page', page(), true, false],
    ['cursor', cursor(), false, true],
    ['cursor or page', cursorOrPage({ default: 25, max: 250 }), true, true],
  ])('of the envelope %s is a page: %s, a cursor list: %s', (_name, envelope, isPage, isCursor) => {
    const schema = listSchema(envelope, rowSchema(lanterns))
    expect([schema.safeParse(asPage).success, schema.safeParse(asCursor).success]).toEqual([isPage, isCursor])
    expect(schema.safeParse({ ...asPage, ...asCursor, more: 1 }).success).toBe(false)
  })
})

it.each([
  ['primary_min_might', true],
  ['primary_max_might', false],
  ['constructor', false],
])('the wildcard stands for %s: %s', (name, stands) => {
  expect(wildcardSchema(lanterns.columns)(name) !== undefined).toBe(stands)
})
