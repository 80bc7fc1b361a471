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

it('a segment is the same after writing and reading it', () => {
  fc.assert(
    fc.property(anyDocuments, (documents) => {
      const segment = buildSegment(documents, kinds, [[1, 2]])
      const bytes = segment.toBytes()
      const read = SearchSegment.fromBytes(bytes)
      expect(read.texts).toEqual(segment.texts)
      expect(read.removed).toEqual([[1, 2]])
      expect(Buffer.from(read.toBytes()).equals(bytes)).toBe(true)
      // The bytes need not be aligned to four bytes.
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

it('its terms are in order: words of names, whole names without spaces, and those of texts apart', () => {
  const row = { kind: 'items', formerNames: [], labels: [], texts: ['Burns, and burns'] }
  const { texts } = buildSegment(
    [
      { ...row, id: 'a', names: ['Ember Lantern'] },
      { ...row, id: 'b', names: ['Lantern', '夜守'] },
    ],
    kinds,
  )
  expect(texts.terms).toEqual(['ember', 'emberlantern', 'lantern', '夜守', '守'])
  expect(texts.textTerms).toEqual(['and', 'burns'])
})

it('a document is found by kind and id, and has its former names in their original spelling', () => {
  const row = { kind: 'items', names: ['A'], labels: [], texts: [] }
  const segment = buildSegment(
    [
      { ...row, id: 'b', formerNames: ['Old Blade', 'Older Blade'] },
      { ...row, id: 'a', formerNames: [] },
      { ...row, kind: 'monsters', id: 'a', formerNames: [] },
    ],
    kinds,
  )
  const found = ['a', 'b', 'c'].map((id) => segment.documentOf('items', id))
  expect(found).toEqual([0, 1, undefined])
  expect(segment.documentOf('monsters', 'a')).toBe(2)
  expect(segment.documentOf('quests', 'a')).toBeUndefined()
  expect([0, 1, 2].map((document) => segment.formerNamesOf(document))).toEqual([[], ['Old Blade', 'Older Blade'], []])
})
