import { describe, expect, it } from 'vitest'
import { answerTo, bodyOf } from '../../test/test-store.ts'

describe('the changelog of a patch', () => {
  it('compares it with its parent, row by row', () => {
    expect(bodyOf('/v2/patches/1.1.0.2188/changelog')).toEqual({
      body: {
        patch: { id: 2, branch: 'main', version: '1.1.0.2188', display_name: '1.1.0.2188' },
        parent: { id: 1, branch: 'main', version: '1.0.0.2101', display_name: '1.0.0.2101' },
        summary: { items: { added: 1, removed: 0, changed: 1 }, perks: { added: 0, removed: 1, changed: 0 } },
        changes: [
          {
            resource: 'items',
            id: 'id.item.ember_lantern_5001',
            name: 'Ember Lantern',
            change: 'changed',
            fields: [{ path: 'gear_score', before: 34, after: 38 }],
          },
          { resource: 'items', id: 'id.item.mossbread_1001', name: 'Mossbread', change: 'added', fields: [] },
          { resource: 'perks', id: 'id.perk.light_sleeper', name: null, change: 'removed', fields: [] },
        ],
      },
    })
  })

  it('names rows in the requested language', () => {
    expect(bodyOf('/v2/patches/2/changelog?locale=de')).toMatchObject({
      body: { changes: [{ name: 'Ember Lantern' }, { name: 'Moosbrot' }, { name: null }] },
    })
  })

  it('may be against a parent on another branch', () => {
    expect(bodyOf('/v2/patches/current/changelog?branch=ptr')).toMatchObject({
      body: { patch: { id: 3, branch: 'ptr' }, parent: { id: 2, branch: 'main' }, summary: {}, changes: [] },
    })
  })

  it('without a parent is not found', () => {
    expect(() => answerTo('/v2/patches/1/changelog')).toThrow('This patch has no parent')
  })
})
