import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../data/api/model/values/errors.ts'
import { parseTarget } from '../../data/api/request/target.ts'
import { api } from '../../data/api/table.ts'
import { toolTarget } from './tool-target.ts'
import { toolsOf } from './tools.ts'

const tools = toolsOf(api)

function target(name: string, args: Record<string, unknown>): string {
  const tool = tools.find((one) => one.name === name)
  if (!tool) throw new Error(`no tool ${name}`)
  return toolTarget(tool, args)
}

function errorsOf(name: string, args: Record<string, unknown>) {
  try {
    return target(name, args)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.errors
  }
}

describe('the target of a call', () => {
  it.each([
    ['list', { resource: 'items' }, '/v2/items'],
    [
      'list',
      { resource: 'loot_tables', name: 'a b&c=d/é', page: 2 },
      '/v2/loot-tables?name=a+b%26c%3Dd%2F%C3%A9&page=2',
    ],
    ['list', { resource: 'perks', embed: ['classes', 'abilities'] }, '/v2/perks?embed=classes%2Cabilities'],
    ['list', { resource: 'items', has_effect: false, rarity: null }, '/v2/items?has_effect=false'],
    ['get', { resource: 'merchant-stock', id: 'a b' }, '/v2/merchant/stock/a%20b'],
    ['get', { resource: 'market', id: 17 }, '/v2/market/17'],
    ['changes', { resource: 'items', id: 'x', branch: 'b' }, '/v2/items/x/history?branch=b'],
    ['changes', {}, '/v2/patches/diff'],
    ['changes', { locale: 'de' }, '/v2/patches/diff?locale=de'],
    ['changes', { patch: '4' }, '/v2/patches/diff?to=4'],
    ['changes', { patch: 'current', branch: 'ptr' }, '/v2/patches/current/changelog?branch=ptr'],
    ['changes', { patch: '4', resource: 'items' }, '/v2/patches/diff?to=4&resource=items'],
    ['changes', { patch: '4', limit: 1 }, '/v2/patches/diff?to=4&limit=1'],
    ['changes', { resource: 'items' }, '/v2/patches/diff?resource=items'],
    ['changes', { from: '1', resource: 'items', id: 'x' }, '/v2/patches/diff?from=1&resource=items&id=x'],
    ['changes', { patch: '4', to: '3' }, '/v2/patches/diff?patch=4&to=3'],
    ['changes', { from: '1', resource: 'items', class: 'bard' }, '/v2/patches/diff?from=1&resource=items&class=bard'],
    ['prices', { item_id: 'x', interval: '1d' }, '/v2/market/analytics/x/prices/history?interval=1d'],
  ])('%s %j is %s', (name, args, wanted) => {
    expect(target(name, args)).toBe(wanted)
  })

  it('contains every text unchanged, and never leads to another path', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(text, text, (id, locale) => {
        const made = errorsOf('get', { resource: 'items', id, locale })
        if (typeof made !== 'string') return
        const { segments, pairs } = parseTarget(made)
        expect(segments).toEqual(['v2', 'items', id])
        expect(pairs).toEqual([['locale', locale]])
      }),
    )
  })
})

describe('arguments that yield no request', () => {
  it('are all reported at once', () => {
    expect(
      errorsOf('list', { resource: 'items', name: {}, rarity: '\u0000', type: '\ud800', slot_type: 'a'.repeat(4001) }),
    ).toEqual([
      { parameter: 'name', message: 'is not a string, number or boolean, or a list of them' },
      { parameter: 'rarity', message: 'has control characters' },
      { parameter: 'type', message: 'is not well-formed Unicode' },
      { parameter: 'slot_type', message: 'is longer than 4000 characters' },
    ])
  })

  it('an unknown resource is reported with those that exist', () => {
    const allowed = expect.arrayContaining(['items', 'market']) as string[]
    expect(errorsOf('list', { resource: 'monster' })).toEqual([
      {
        parameter: 'resource',
        message: 'got "monster", which is not one of its values',
        allowed,
        did_you_mean: 'monsters',
      },
    ])
  })
})
