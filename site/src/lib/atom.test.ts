import { expect, it } from 'vitest'
import { atomText } from './atom.ts'

it('is text that no title can break', () => {
  const url = 'http://localhost/docs/changelog#a&b'
  const entry = {
    url,
    title: '<b> & "c"',
    published: '2026-01-01T00:00:00Z',
    updated: '2026-01-02T00:00:00Z',
    summary: 'd',
  }
  const text = atomText({ title: 'All', page: 'p', self: 's', updated: entry.updated, entries: [entry] })
  expect(text).toContain('<title>&lt;b&gt; &amp; &quot;c&quot;</title>')
  expect(text).toContain('<id>http://localhost/docs/changelog#a&amp;b</id>')
  expect(text).not.toContain('category')
})
