import { expect, it } from 'vitest'
import { LetterPairs } from './letter-pairs.ts'

function pairsOf(texts: readonly string[]): LetterPairs {
  const starts = [0]
  for (const text of texts) starts.push((starts.at(-1) ?? 0) + text.length + 1)
  return new LetterPairs(texts.join('\n'), Uint32Array.from(starts))
}

const texts = Array.from({ length: 400 }, (_, at) => (at >= 100 && at < 112 ? 'ember lantern' : 'moss'))

it('finds the blocks of texts that have the part, merging adjacent blocks', () => {
  expect(pairsOf(texts).stretchesWith('lant')).toEqual([[96, 112]])
  expect(pairsOf(texts).stretchesWith('os')).toEqual([
    [0, 104],
    [112, 400],
  ])
})

it('finds nothing if no text has all pairs', () => expect(pairsOf(texts).stretchesWith('lamp')).toEqual([]))

it('finds nothing in no texts', () => expect(pairsOf([]).stretchesWith('ab')).toEqual([]))
