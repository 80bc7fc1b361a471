// Compares bitmaps with plain sets, also for places that are far apart.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitMemory, placesPerBlock, placesPerStretch } from './bit-memory.ts'
import { Bitmap } from './bitmap.ts'

/** The first one is the start of a memory's second area. */
const far = [64 * placesPerStretch, 5 * placesPerStretch, placesPerStretch, 0]
const places = fc
  .tuple(fc.constantFrom(...far), fc.integer({ min: -40, max: 2 * placesPerBlock }))
  .map(([begin, at]) => Math.max(0, begin + at))
const nth = fc.nat(2)
const changes = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('set', 'unset'), nth, places: fc.array(places) }) },
    fc.record({ kind: fc.constantFrom('clear'), nth, places: fc.array(places, { maxLength: 2 }) }),
    fc.record({ kind: fc.constantFrom('include', 'copy', 'release'), nth, places: fc.constant([]) }),
  ),
  { maxLength: 12 },
)
const blockOf = (place: number) => Math.floor(place / placesPerBlock)

function expectContents(bitmap: Bitmap, set: ReadonlySet<number>, places: readonly number[]) {
  for (const place of places) expect([place, bitmap.has(place)]).toEqual([place, set.has(place)])
  for (const isWanted of [true, false]) {
    const some = Int32Array.from(places)
    const kept = some.subarray(0, bitmap.keep(some, some.length, isWanted))
    expect([...kept]).toEqual(places.filter((place) => set.has(place) === isWanted))
  }
}

describe('a bitmap', () => {
  it('has the places that were set, also while others use the same memory', () => {
    fc.assert(
      fc.property(changes, fc.array(places), (steps, others) => {
        const memory = new BitMemory()
        const bitmaps = [new Bitmap(memory), new Bitmap(memory), new Bitmap(memory)]
        const sets = bitmaps.map(() => new Set<number>())
        const seen = new Set(others)
        for (const { kind, nth, places } of steps) {
          const next = (nth + 1) % bitmaps.length
          const [bitmap, other] = [bitmaps[nth], bitmaps[next]] as [Bitmap, Bitmap]
          const [set, otherSet] = [sets[nth], sets[next]] as [Set<number>, Set<number>]
          for (const place of places) {
            seen.add(place)
            if (kind !== 'clear') bitmap.set(place, kind === 'set')
            else bitmap.clear(blockOf(place))
            if (kind === 'set') set.add(place)
            else if (kind === 'unset') set.delete(place)
            else for (const held of set) if (blockOf(held) === blockOf(place)) set.delete(held)
          }
          if (kind === 'include') {
            bitmap.include(other)
            for (const place of otherSet) set.add(place)
          }
          if (kind === 'copy') {
            bitmaps[nth] = other.copy()
            sets[nth] = new Set(otherSet)
          }
          if (kind === 'release') {
            bitmap.release()
            set.clear()
          }
        }
        for (const [at, bitmap] of bitmaps.entries()) expectContents(bitmap, sets[at] ?? new Set(), [...seen])
      }),
      { numRuns: 200 },
    )
  })

  it('reuses memory that was released', () => {
    const memory = new BitMemory()
    const fill = () => {
      const bitmap = new Bitmap(memory)
      for (let stretch = 0; stretch < 60; stretch += 1) bitmap.set(stretch * placesPerStretch + stretch, true)
      return bitmap
    }
    fill().release()
    const { bytes } = memory
    for (let round = 0; round < 3; round += 1) fill().release()
    expect(memory.bytes).toBe(bytes)
    expect(fill().has(0)).toBe(true)
    expect(fill().has(1)).toBe(false)
  })
})
