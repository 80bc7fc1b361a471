import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atomText, type AtomEntry } from './atom.ts'
import { readXml, textsOf } from '../test/test-xml.ts'

const lantern: AtomEntry = {
  url: 'https://ledger.example/docs/changelog#lanterns',
  title: 'Lanterns burn longer',
  published: '2026-01-01T00:00:00Z',
  updated: '2026-01-02T00:00:00Z',
  summary: 'All of them.',
}
const feedOf = (...entries: readonly AtomEntry[]) =>
  readXml(atomText({ title: 'All', page: 'p', self: 's', updated: lantern.updated, entries }))

describe('a feed', () => {
  it('has everything that RFC 4287 requires, even without entries', () => {
    const feed = feedOf()
    expect(feed.name).toBe('feed')
    expect(feed.attributes).toEqual({ xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' })
    expect(feed.children.map(({ name }) => name)).toEqual(['id', 'title', 'author', 'link', 'link', 'updated'])
    expect(textsOf(feed, 'id')).toEqual(['p'])
  })

  it('has its own URL and that of its page', () => {
    const links = feedOf().children.filter(({ name }) => name === 'link')
    expect(links.map(({ attributes }) => attributes)).toEqual([{ rel: 'self', href: 's' }, { href: 'p' }])
  })

  it('has its entries in the given order, with their URLs as ids', () => {
    const entries = feedOf(lantern, { ...lantern, url: 'u2', category: 'ptr' }).children.slice(6)
    expect(entries.map((entry) => textsOf(entry, 'id')[0])).toEqual([lantern.url, 'u2'])
    expect(entries.map(({ children }) => children.map(({ name }) => name).includes('category'))).toEqual([false, true])
    expect(entries[1]?.children.find(({ name }) => name === 'category')?.attributes).toEqual({ term: 'ptr' })
  })
})

describe('text in a feed', () => {
  it('is escaped, so that no title breaks the feed', () => {
    const [entry] = feedOf({ ...lantern, url: 'u?a&b"c', title: '<b> & "c"', category: '"><x/>' }).children.slice(6)
    expect(entry && textsOf(entry, 'title')).toEqual(['<b> & "c"'])
    expect(entry?.children.find(({ name }) => name === 'link')?.attributes.href).toBe('u?a&b"c')
    expect(entry?.children.find(({ name }) => name === 'category')?.attributes.term).toBe('"><x/>')
  })

  it('may be HTML, which readers render', () => {
    const [entry] = feedOf({ ...lantern, summary: undefined, html: '<p>All &amp; more.</p>' }).children.slice(6)
    const content = entry?.children.find(({ name }) => name === 'content')
    expect(content?.attributes).toEqual({ type: 'html' })
    expect(entry && textsOf(entry, 'content')).toEqual(['<p>All &amp; more.</p>'])
    expect(entry && textsOf(entry, 'summary')).toEqual([])
  })

  it('is read back unchanged, without characters that XML forbids', () => {
    const written = fc.string({ unit: 'binary', maxLength: 30 })
    fc.assert(
      fc.property(written, written, (title, summary) => {
        const [entry] = feedOf({ ...lantern, title, summary }).children.slice(6)
        const legal = (text: string) => text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
        expect(entry && [...textsOf(entry, 'title'), ...textsOf(entry, 'summary')]).toEqual([
          legal(title),
          legal(summary),
        ])
      }),
    )
  })

  it('may contain any characters', () => {
    const [entry] = feedOf({
      ...lantern,
      summary: 'Bell\u0007 rings, \u0000nothing\uFFFE, half \uD83D of a face 🏮',
    }).children.slice(6)
    expect(entry && textsOf(entry, 'summary')).toEqual(['Bell rings, nothing, half  of a face 🏮'])
  })
})
