import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineApi } from './define-api.ts'
import * as column from './model/columns.ts'
import { catalogEndpoint } from './model/endpoint.ts'
import { page } from './model/envelopes.ts'
import { byPatch, unscoped } from './model/patch-modes.ts'
import { resource } from './model/resource.ts'
import { api } from './table.ts'

const at = (path: string, id = path) =>
  catalogEndpoint({ id, path, summary: '', mode: unscoped, schema: z.unknown(), answer: () => ({ body: '{}' }) })
const lanterns = resource({
  name: 'lanterns',
  summary: 'Lanterns',
  specClause: '',
  path: '/v2/lanterns',
  mode: byPatch,
  envelope: page(),
  columns: { id: column.id('lantern'), icon: column.asset('image/png', 'url') },
})
const matchIn = (paths: readonly string[], url: string) => {
  const match = defineApi(paths.map((path) => at(path))).match(url.slice(1).split('/'))
  return match && [match.endpoint.id, match.path, match.isLegacy]
}

describe('a path', () => {
  const paths = [
    '/v2/items',
    '/v2/items/{id}',
    '/v2/items/best',
    '/v2/items/{id}/loot',
    '/v1/assets/{hash}',
    '/v2/assets',
  ]

  it.each([
    ['/v2/items', '/v2/items', {}, false],
    ['/v2/items/ember', '/v2/items/{id}', { id: 'ember' }, false],
    ['/v2/items/best', '/v2/items/best', {}, false],
    ['/v2/items/ember/loot', '/v2/items/{id}/loot', { id: 'ember' }, false],
    ['/v2/items/__proto__', '/v2/items/{id}', { id: '__proto__' }, false],
    ['/v1/items/ember', '/v2/items/{id}', { id: 'ember' }, true],
    ['/v1/assets/5001', '/v1/assets/{hash}', { hash: '5001' }, false],
    ['/v1/assets', '/v2/assets', {}, true],
  ])('%s is %s with %j, legacy: %s', (url, id, path, legacy) => {
    expect(matchIn(paths, url)).toEqual([id, path, legacy])
  })

  it.each([
    '/',
    '/v2',
    '/v2/',
    '/v2/items/',
    '/v2/items//loot',
    '/v2/items/ember/loot/1',
    '/v2/ITEMS',
    '/v3/items',
    '/v1',
    '/items',
    '/v2/assets/5001',
    '/v2/constructor',
    '/{id}/items',
  ])('%s is none', (url) => {
    expect(matchIn(paths, url)).toBeUndefined()
  })
})

describe('a definition', () => {
  it('accepts resources, with their endpoints, and endpoints declared by hand', () => {
    const { resources, endpoints } = defineApi([lanterns, at('/v2/meta', 'meta')])
    expect([...resources.keys()]).toEqual(['lanterns'])
    expect(endpoints.map(({ id, path }) => `${id} ${path}`)).toEqual([
      'lanterns.list /v2/lanterns',
      'lanterns.single /v2/lanterns/{id}',
      'lanterns.history /v2/lanterns/{id}/history',
      'lanterns.icon /v2/lanterns/{id}/icon',
      'meta /v2/meta',
    ])
  })

  it('refuses two resources of one name', () => {
    expect(() => defineApi([lanterns, { ...lanterns, path: '/v2/lamps' }])).toThrow('Two resources are called lanterns')
  })

  it.each([[['/v2/items', '/v2/items']], [['/v2/items/{id}', '/v2/items/{name}']]])(
    'refuses two endpoints at %j',
    (paths) => {
      expect(() => defineApi(paths.map((path) => at(path)))).toThrow('have the same path')
    },
  )
})

describe('the table', () => {
  it('has each endpoint once, by id and by path', () => {
    expect(new Set(api.endpoints.map(({ id }) => id)).size).toBe(api.endpoints.length)
    expect(new Set(api.endpoints.map(({ path }) => path)).size).toBe(api.endpoints.length)
  })

  it('finds every endpoint by its own path', () => {
    const name = fc
      .stringMatching(/^[a-z0-9_.%-]{1,12}$/)
      .filter((text) => !['history', 'current', 'chat', 'seasons', 'quests', 'stock'].includes(text))
    fc.assert(
      fc.property(fc.constantFrom(...api.endpoints.map(({ path }) => path)), name, (path, given) => {
        const match = api.match(
          path
            .replace(/\{\w+\}/g, given)
            .slice(1)
            .split('/'),
        )
        expect(match?.endpoint.path).toBe(path)
        expect(Object.values(match?.path ?? {})).toEqual(path.match(/\{\w+\}/g)?.map(() => given) ?? [])
      }),
    )
  })

  it('survives any segments', () => {
    const segment = fc.oneof(fc.constantFrom('v1', 'v2', 'items', '', '__proto__', 'constructor'), fc.string())
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 6 }), (segments) => {
        const match = api.match(segments)
        expect(match === undefined || api.endpoints.includes(match.endpoint)).toBe(true)
      }),
    )
  })
})
