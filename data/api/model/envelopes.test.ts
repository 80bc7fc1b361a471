import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cursor, cursorOrPage, inBody, page } from './envelopes.ts'
import { readParams } from './values/params.ts'

const rows = ['{"id":"id.item.ember_lantern_5001"}', '{"id":"id.item.gloam_blade_5001"}']

describe('the page envelope', () => {
  it('wraps rows in pagination and body', () => {
    expect(JSON.parse(page().wrap(rows, 52, { page: 2, limit: 25 }, '"/v2/items?page=3"'))).toEqual({
      pagination: { count: 2, limit: 25, page: 2, num_pages: 3, total: 52, next: '/v2/items?page=3' },
      body: [{ id: 'id.item.ember_lantern_5001' }, { id: 'id.item.gloam_blade_5001' }],
    })
  })

  it.each([
    [0, 25, 0],
    [1, 25, 1],
    [25, 25, 1],
    [26, 25, 2],
    [250, 1, 250],
  ])('%d rows at %d a page are %d pages', (total, limit, pages) => {
    expect(JSON.parse(page().wrap([], total, { page: 1, limit }, 'null'))).toMatchObject({
      pagination: { num_pages: pages, count: 0, next: null },
      body: [],
    })
  })

  it('has 25 rows per page by default, from page 1, and 250 at most', () => {
    expect(readParams(page().params, []).values).toEqual({ page: 1, limit: 25, cursor: undefined })
    expect(readParams(page().params, [['limit', '250']]).errors).toEqual([])
    expect(readParams(page().params, [['limit', '251']]).errors).toHaveLength(1)
    expect(readParams(page().params, [['page', '0']]).errors).toHaveLength(1)
  })

  it('shows the window of its page', () => {
    expect(page().window({ page: 3, limit: 10 })).toEqual({ offset: 20, limit: 10, descending: false })
    expect(page().nextValues({ page: 3, limit: 10 })).toEqual({ page: 4 })
  })
})

describe('the cursor envelope', () => {
  it('wraps rows in count, limit, sort, next and rows', () => {
    expect(JSON.parse(cursor().wrap(rows, 99, { sort: 'desc', limit: 2 }, '"YWZ0ZXI9Mg"'))).toEqual({
      count: 2,
      limit: 2,
      sort: 'desc',
      next: 'YWZ0ZXI9Mg',
      rows: [{ id: 'id.item.ember_lantern_5001' }, { id: 'id.item.gloam_blade_5001' }],
    })
  })

  it('is ascending with 50 rows by default, and 200 at most', () => {
    expect(readParams(cursor().params, []).values).toEqual({ sort: 'asc', limit: 50, cursor: undefined })
    expect(readParams(cursor().params, [['limit', '200']]).errors).toEqual([])
    expect(readParams(cursor().params, [['limit', '201']]).errors).toHaveLength(1)
    expect(readParams(cursor().params, [['sort', 'asc,']]).errors).toHaveLength(1)
  })

  it('shows the window after the rows to skip', () => {
    expect(cursor().window({ sort: 'asc', limit: 50 })).toEqual({ offset: 0, limit: 50, descending: false })
    expect(cursor().window({ sort: 'desc', limit: 50, after: 70 })).toEqual({ offset: 70, limit: 50, descending: true })
    expect(cursor().nextValues({ limit: 50, after: 70 })).toEqual({ after: 120 })
  })
})

describe('the envelope of spawners', () => {
  const envelope = cursorOrPage({ default: 25, max: 250 })

  it('is a cursor envelope, and a page envelope once a page is given', () => {
    expect(envelope.kind).toBe('cursor')
    expect(envelope.of({}).kind).toBe('cursor')
    expect(envelope.of({ page: 1 }).kind).toBe('page')
  })

  it('has no page by default', () => {
    expect(readParams(envelope.params, []).values).toEqual({
      page: undefined,
      sort: 'asc',
      limit: 25,
      cursor: undefined,
    })
  })

  it('keeps its order on pages', () => {
    expect(envelope.of({ page: 2 }).window({ page: 2, limit: 25, sort: 'desc' })).toEqual({
      offset: 25,
      limit: 25,
      descending: true,
    })
  })
})

it.each([
  ['page', page()],
  ['cursor', cursor()],
])('the windows of a %s list join without gap or overlap', (_name, envelope) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 250 }), fc.nat({ max: 500 }), (limit, nth) => {
      const first = { limit, page: nth + 1, after: nth * limit }
      const next = { ...first, ...envelope.nextValues(first) }
      expect(envelope.window(next).offset).toBe(envelope.window(first).offset + limit)
    }),
  )
})

it('a single row stands in body', () => {
  expect(inBody('{"id":"id.item.mossbread_1001"}')).toBe('{"body":{"id":"id.item.mossbread_1001"}}')
})
