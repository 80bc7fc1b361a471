import { expect, it } from 'vitest'
import { changesIn } from './changes-in.ts'

const heading = (slug: string, text: string, depth = 2) => ({ depth, slug, text })

it('changesIn returns date, title, anchor and HTML of each entry', () => {
  const rendered = `<h1 id="changelog">Changelog</h1><p>About it.</p>
<h2 id="b">2026-12-01: A <code>second</code> thing</h2>
<ul><li>one</li></ul><h3 id="c">Part</h3>
<h2 id="a">2026-11-21: A first thing</h2>
<p>none</p>`
  const headings = [
    heading('changelog', 'Changelog', 1),
    heading('b', '2026-12-01: A second thing'),
    heading('c', 'Part', 3),
    heading('a', '2026-11-21: A first thing'),
  ]
  expect(changesIn(headings, rendered)).toEqual([
    { date: '2026-12-01', title: 'A second thing', slug: 'b', html: '<ul><li>one</li></ul><h3 id="c">Part</h3>' },
    { date: '2026-11-21', title: 'A first thing', slug: 'a', html: '<p>none</p>' },
  ])
})

it('changesIn throws an error that names a heading without a date', () => {
  expect(() => changesIn([heading('unreleased', 'Unreleased')], '<h2 id="unreleased">Unreleased</h2>')).toThrow(
    '"## Unreleased"',
  )
})
