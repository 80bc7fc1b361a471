import { describe, expect, it } from 'vitest'
import { describeValue } from './describe-value.ts'
import { inEnglish } from '../messages/catalogs.ts'

const lamp = 'id.item.lamp'
const describeAt = (value: unknown, self?: string) =>
  describeValue(value, { isKnown: (id) => id === lamp, self, t: inEnglish })

describe('a value', () => {
  it.each([
    ['null', null, { kind: 'none' }],
    ['undefined', undefined, { kind: 'none' }],
    ['an empty list', [], { kind: 'none' }],
    ['a number, with all its digits', 1234.56789, { kind: 'text', text: '1,234.56789' }],
    ['true', true, { kind: 'text', text: 'yes' }],
    ['false', false, { kind: 'text', text: 'no' }],
    ['a slug', 'rare', { kind: 'slug', slug: 'rare' }],
    ['an id, also of no known row', 'id.item.rope', { kind: 'id', id: 'id.item.rope' }],
    ['a list of numbers', [1, 2.5], { kind: 'text', text: '1 · 2.5' }],
    ['a list with a known id', [lamp, 'id.item.rope'], { kind: 'ids', ids: [lamp, 'id.item.rope'] }],
    ['a list of slugs', ['a', 'b'], { kind: 'list', values: ['a', 'b'], isInline: true }],
    ['a list of objects', [{ a: 1 }], { kind: 'list', values: [{ a: 1 }], isInline: false }],
  ])('%s', (_what, value, expected) => {
    expect(describeAt(value)).toEqual(expected)
  })
})

describe('an object', () => {
  it('is an amount of a row if it has a known id and a count', () => {
    expect(describeAt({ item_id: lamp, count: 4, tier: 'rare' })).toEqual({
      kind: 'object',
      amount: { of: 'count', value: 4 },
      linkedId: lamp,
      fields: [['tier', 'rare']],
    })
  })

  it('has only fields if its id is unknown', () => {
    const fields = { item_id: 'id.item.rope', count: 4 }
    expect(describeAt(fields)).toEqual({ kind: 'object', fields: Object.entries(fields) })
  })

  it('is a row with its name, title or id if it has an id', () => {
    const row = { id: 'id.quest.dark', source_key: 'Dark', patch_id: 1, level: 3 }
    const fields = [['level', 3]]
    expect(describeAt({ ...row, name: 'Dark' })).toEqual({ kind: 'object', row: { id: row.id, name: 'Dark' }, fields })
    expect(describeAt({ ...row, title: 'Darker' })).toMatchObject({ row: { name: 'Darker' } })
    expect(describeAt(row)).toMatchObject({ row: { name: 'Dark' } })
  })

  it('excludes nulls and the row of the page', () => {
    expect(describeAt({ monster: 'id.monster.moth', grade: null, order: 1 }, 'id.monster.moth')).toEqual({
      kind: 'object',
      fields: [['order', 1]],
    })
  })
})
