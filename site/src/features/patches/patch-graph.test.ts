import { describe, expect, it } from 'vitest'
import type { Patch } from '../../../../data/api/model/patches.ts'
import { patchGraph } from './patch-graph.ts'

const patch = (id: number, branch: string, parent: number | null): Patch => ({
  id,
  branch,
  version: `${id}`,
  version_raw: `${id}`,
  display_name: `Patch ${id}`,
  released_at: null,
  imported_at: '2026-01-01T00:00:00Z',
  parent_patch_id: parent,
  changelog_url: null,
  notes: null,
  is_current: false,
})

describe('the graph of patches', () => {
  const { branches, rows } = patchGraph([
    patch(1, 'main', null),
    patch(2, 'main', 1),
    patch(3, 'ptr', 2),
    patch(4, 'main', 2),
  ])

  it('has one column per branch, main first, and one row per patch, newest first', () => {
    expect(branches).toEqual(['main', 'ptr'])
    expect(rows.map((row) => [row.patch.id, row.column])).toEqual([
      [4, 0],
      [3, 1],
      [2, 0],
      [1, 0],
    ])
  })

  it('has a line through the rows between a patch and its parent', () => {
    expect(rows[1]).toMatchObject({ above: [0], below: [0, 1], joining: [] })
  })

  it('joins a branch at the patch at which it starts', () => {
    expect(rows[2]).toMatchObject({ above: [0], below: [0], joining: [1] })
    expect(rows[3]).toMatchObject({ above: [0], below: [], joining: [] })
  })
})
