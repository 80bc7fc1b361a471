import { expect, it } from 'vitest'
import { splitAtNames } from './split-at-names.ts'

const told = (text: string, ...names: string[]) =>
  splitAtNames(text, names).map(({ text: part, isName }) => (isName ? `<${part}>` : part))

it('a text is split at the names in it, preferring the longest', () => {
  expect(told('Einträge, Rusted Spoon, Arm: Gewichtung', 'Arm', 'Rusted Spoon')).toEqual([
    'Einträge, ',
    '<Rusted Spoon>',
    ', ',
    '<Arm>',
    ': Gewichtung',
  ])
  expect(told('Moth Cowl', 'Moth', 'Moth Cowl')).toEqual(['<Moth Cowl>'])
  expect(told('a+b (c)', 'a+b', '(c)')).toEqual(['<a+b>', ' ', '<(c)>'])
})

it('a text that contains none of the names stays whole', () => {
  expect(told('12 bis 14')).toEqual(['12 bis 14'])
  expect(told('12 bis 14', 'Might', '')).toEqual(['12 bis 14'])
  expect(told('', 'Might')).toEqual([])
})
