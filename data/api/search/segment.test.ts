import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SearchDocument } from '../model/search.ts'
import { buildSegment } from './build-segment.ts'
import { SearchSegment } from './segment.ts'

const kinds = ['items', 'monsters']
const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 3 })
const document = fc.record({
  kind: fc.constantFrom(...kinds),
  id: fc.stringMatching(/^[a-z]{1,4}$/),
  names: texts,
  formerNames: texts,
  labels: texts,
  texts,
})
const anyDocuments: fc.Arbitrary<SearchDocument[]> = fc.uniqueArray(document, {
  maxLength: 6,
  selector: ({ kind, id }) => `${kind} ${id}`,
})

it('a segment is the same after it was written and read', () => {
  fc.assert(
    fc.property(anyDocuments, (documents) => {
      const segment = buildSegment(documents, kinds, [[1, 2]])
      const bytes = segment.toBytes()
      const read = SearchSegment.fromBytes(bytes)
      expect(read.texts).toEqual(segment.texts)
      expect(read.removed).toEqual([[1, 2]])
      expect(Buffer.from(read.toBytes()).equals(bytes)).toBe(true)
      // Bytes need not begin at a multiple of four.
      const shifted = new Uint8Array(bytes.length + 1)
      shifted.set(bytes, 1)
      expect(SearchSegment.fromBytes(shifted.subarray(1)).texts).toEqual(segment.texts)
    }),
  )
})

it('its bytes do not depend on the order of the documents', () => {
  fc.assert(
    fc.property(anyDocuments, (documents) => {
      const bytes = buildSegment(documents, kinds).toBytes()
      expect(Buffer.from(buildSegment(documents.toReversed(), kinds).toBytes()).equals(bytes)).toBe(true)
    }),
  )
})

it('former names are told by document, as they are written', () => {
  const row = { kind: 'items', names: ['A'], labels: [], texts: [] }
  const segment = buildSegment(
    [
      { ...row, id: 'b', formerNames: ['Old Blade', 'Older Blade'] },
      { ...row, id: 'a', formerNames: [] },
    ],
    kinds,
  )
  expect(segment.formerNamesByDocument()).toEqual(new Map([[1, ['Old Blade', 'Older Blade']]]))
})
