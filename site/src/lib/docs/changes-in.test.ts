import { expect, it } from 'vitest'
import { changesIn } from './changes-in.ts'

const text = `# Changelog

About it.

## 2026-12-01: A second thing

- one
- two

## 2026-11-21: A first thing

- none
`

it('reads each entry with its date, its title and its anchor', () => {
  expect(changesIn(text, ['b', 'a'])).toEqual([
    { date: '2026-12-01', title: 'A second thing', slug: 'b', text: '- one\n- two' },
    { date: '2026-11-21', title: 'A first thing', slug: 'a', text: '- none' },
  ])
})

it('says which heading has no date', () => {
  expect(() => changesIn('# Changelog\n\n## Unreleased\n\n- one\n', ['unreleased'])).toThrow('"## Unreleased"')
})
