// Compares the search in joined texts with a search in each text.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runSynchronously } from '../../../api/model/values/steps.ts'
import { JoinedTexts } from './joined-texts.ts'

const joinedOf = (...of: Parameters<typeof JoinedTexts.of>) => runSynchronously(JoinedTexts.of(...of))

const word = fc.string({ unit: fc.constantFrom('a', 'B', 'İ', 'ß', '灯', '\n', '%', ' '), maxLength: 6 })
const value = fc.oneof({ weight: 8, arbitrary: word }, { weight: 1, arbitrary: fc.constant(null) })

describe('values with a part', () => {
  it('are those whose text contains it, ignoring case', () => {
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 30 }),
        word.filter((part) => part !== '' && !part.includes('\n')),
        (values, part) => {
          const lower = part.toLowerCase()
          const expected = values.flatMap((one, at) => (one?.toLowerCase().includes(lower) ? [at] : []))
          expect(joinedOf(values).valuesWith(lower)).toEqual(expected)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('are the same among so many values that pairs of letters are indexed', () => {
    const many = fc.array(word, { minLength: 1, maxLength: 40 }).map((words) =>
      // Combines each word with different ones: 37 is coprime to the sizes of blocks.
      Array.from({ length: 1100 }, (_, at) => `${words[at % words.length]} ${words[(at * 37) % words.length]}`),
    )
    const part = word.filter((one) => one !== '' && !one.includes('\n'))
    fc.assert(
      fc.property(many, part, (values, one) => {
        const lower = one.toLowerCase()
        const expected = values.flatMap((text, at) => (text.toLowerCase().includes(lower) ? [at] : []))
        expect(joinedOf(values).valuesWith(lower)).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('are found by the texts of localization keys', () => {
    const texts = new Map([['Text_Lantern', 'Ember Lantern']])
    const joined = joinedOf(['Text_Lantern', 'Text_Unknown', 7, null], texts)
    expect(joined.valuesWith('ember')).toEqual([0])
    expect(joined.valuesWith('text_')).toEqual([1])
    expect(joined.valuesWith('7')).toEqual([])
  })

  it('do not exist among no values', () => expect(joinedOf([]).valuesWith('a')).toEqual([]))
})
