import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as column from '../../model/columns.ts'
import { page } from '../../model/envelopes.ts'
import { byPatch } from '../../model/patch-modes.ts'
import { resource } from '../../model/resource.ts'
import type { RowObject, RowView } from './row-view.ts'
import { rowObject, rowText } from './rows.ts'
import type { StoredRow } from '../../model/store.ts'
import { testStore } from '../../test/test-store.ts'
import { samplePatches } from '../../test/test-world.ts'

const lanterns = resource({
  name: 'lanterns',
  summary: 'Lanterns',
  specClause: '',
  path: '/v2/lanterns',
  mode: byPatch,
  envelope: page(),
  columns: {
    id: column.id('lantern'),
    name: column.text(),
    source_key: column.key(),
    gear_score: column.integer(),
    cursor: column.position(),
    patch_id: column.patchId(),
    patch_version: column.patchVersion(),
    captured_at: column.capturedAt(),
  },
})
const lantern = { id: 'id.lantern.ember', name: 'Reach_Item_Mossbread_Name', source_key: 'Reach_Item_Mossbread_Name' }
const stored = (row: RowObject, more: Partial<StoredRow> = {}): StoredRow => ({
  text: JSON.stringify(row),
  detail: null,
  position: 7,
  sincePatchId: 2,
  capturedAt: null,
  ...more,
})
const store = testStore({ rows: { lanterns: [lantern, { id: 'id.lantern.odd', oddity: 1 }] } })
const view = (more: Partial<RowView> = {}): RowView => ({
  scope: 4,
  store,
  patch: samplePatches[3],
  texts: undefined,
  condense: true,
  ...more,
})
const displayed = (row: StoredRow, more?: Partial<RowView>) =>
  JSON.parse(rowText(lanterns, row, view(more))) as RowObject

describe('a row', () => {
  it('consists of the stored columns, then the derived ones', () => {
    expect(rowText(lanterns, stored({ id: 'id.lantern.ember', gear_score: 38 }), view())).toBe(
      '{"id":"id.lantern.ember","gear_score":38,"cursor":7,"patch_id":4,"patch_version":"1.1.0.2188"}',
    )
  })

  it('names the requested patch, and the version that introduced its content', () => {
    expect(displayed(stored(lantern, { sincePatchId: 1 }), { patch: samplePatches[2] })).toMatchObject({
      patch_id: 3,
      patch_version: '1.0.0.2101',
    })
  })

  it('has captured_at if it is known', () => {
    expect(displayed(stored(lantern, { capturedAt: '2026-07-28T10:00:00Z' })).captured_at).toBe('2026-07-28T10:00:00Z')
    expect(displayed(stored(lantern))).not.toHaveProperty('captured_at')
  })

  it('has no patch_id without a patch', () => {
    expect(displayed(stored(lantern), { patch: undefined })).not.toHaveProperty('patch_id')
  })
})

describe('localization keys', () => {
  const texts = store.texts(4, 'de')

  it('are unchanged without a locale', () => {
    expect(displayed(stored(lantern)).name).toBe('Reach_Item_Mossbread_Name')
  })

  it('are resolved in columns of texts, and nowhere else', () => {
    expect(displayed(stored(lantern), { texts })).toMatchObject({
      name: 'Moosbrot',
      source_key: 'Reach_Item_Mossbread_Name',
    })
  })

  it('do not change plain texts', () => {
    expect(displayed(stored({ ...lantern, name: 'Ember Lantern' }), { texts }).name).toBe('Ember Lantern')
  })

  it('fall back to English, then to the key', () => {
    expect(displayed(stored({ ...lantern, name: 'Reach_Perk_LampOath_Name' }), { texts }).name).toBe('Lamp Oath')
    expect(displayed(stored({ ...lantern, name: 'Reach_Lost' }), { texts }).name).toBe('Reach_Lost')
  })
})

describe('condense=false', () => {
  it('shows every declared or existing column, as null if the row has no value', () => {
    expect(displayed(stored(lantern), { condense: false })).toEqual({
      ...lantern,
      gear_score: null,
      oddity: null,
      cursor: 7,
      patch_id: 4,
      patch_version: '1.1.0.2188',
      captured_at: null,
    })
  })

  it('shows null for a column named like a property of every object', () => {
    const odd = testStore({ rows: { lanterns: [lantern, { id: 'id.lantern.odd', toString: 'named' }] } })
    expect(displayed(stored(lantern), { condense: false, store: odd })).toHaveProperty('toString', null)
  })

  it('begins with the columns in the order in which they are declared', () => {
    expect(Object.keys(displayed(stored(lantern), { condense: false })).slice(0, 4)).toEqual([
      'id',
      'name',
      'source_key',
      'gear_score',
    ])
  })
})

it('text and object of a row are equal, whatever its content', () => {
  const row = fc.record({ id: fc.string(), gear_score: fc.integer(), more: fc.jsonValue() }, { requiredKeys: ['id'] })
  fc.assert(
    fc.property(row, fc.boolean(), fc.boolean(), (given, condense, localized) => {
      const how = view({ condense, texts: localized ? store.texts(4, 'de') : undefined })
      const text = rowText(lanterns, stored(given), how)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(rowObject(lanterns, stored(given), how))))
    }),
  )
})
