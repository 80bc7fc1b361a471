import { describe, expect, it } from 'vitest'
import { patchOf } from '../../../../data/api/test/test-world.ts'
import { marksIn, patchMarks, readMarks } from './chart-marks.ts'

const released = (id: number, branch: string, version: string, released_at: string | null) =>
  patchOf(id, branch, version, null, { released_at })
const patches = [
  released(1, 'main', '1.0.0.2101', '2026-03-10T00:00:00Z'),
  released(2, 'main', '1.1.0.2188', null),
  released(3, 'ptr', '1.2.0.2230-ptr', '2026-04-01T00:00:00Z'),
  released(4, 'main', '1.2.0.2247', '2026-07-28T00:00:00Z'),
]

describe('the patches that a chart marks', () => {
  it('are those of its branch with a release date, labelled with their short version', () => {
    expect(patchMarks(patches, 'main')).toEqual([
      { at: Date.UTC(2026, 2, 10), label: '1.0' },
      { at: Date.UTC(2026, 6, 28), label: '1.2' },
    ])
  })

  it('are within its span', () => {
    const span = { low: Date.UTC(2026, 3, 1), high: Date.UTC(2026, 11, 1) }
    expect(marksIn(patchMarks(patches, 'main'), span).map(({ label }) => label)).toEqual(['1.2'])
    expect(marksIn([{ at: span.low, label: 'edge' }], span)).toHaveLength(1)
  })

  it('survive serialization', () => {
    const marks = patchMarks(patches, 'main')
    expect(readMarks(JSON.stringify(marks))).toEqual(marks)
    expect(readMarks(undefined)).toEqual([])
  })
})
