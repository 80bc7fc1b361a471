import { expect, it } from 'vitest'
import { inEnglish, translateTo } from '../../messages/catalogs.ts'
import { comparisonName } from './comparison-name.ts'

const things = (...given: readonly (readonly [name: string, ...details: string[]])[]) =>
  given.map(([name, ...details]) => ({ name, details }))

it.each([
  [things(['Tome', 'Poor'], ['Tome', 'Rare'], ['Tome', 'Epic']), 'Tome: Poor, Rare, Epic'],
  [things(['Tome', 'Rare', '1.1.0'], ['Tome', 'Rare', '1.2.0']), 'Tome: Rare 1.1.0, Rare 1.2.0'],
  [things(['Tome', 'Poor'], ['Tome', 'Rare'], ['Blade', 'Epic']), 'Tome (Poor), Tome (Rare), Blade'],
  [things(['Tome', 'Poor'], ['Blade', 'Epic']), 'Tome, Blade'],
  [things(['Moth'], ['Moth']), 'Moth, Moth'],
])('a comparison is named by its things and by what distinguishes those of one name', (given, words) => {
  expect(comparisonName(given, inEnglish)).toBe(words)
})

it('the name of a comparison uses the punctuation of the language', () => {
  expect(comparisonName(things(['本', '粗悪'], ['本', '希少']), translateTo('ja'))).toBe('本：粗悪、希少')
})
