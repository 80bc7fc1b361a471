/** An entry of an Atom feed. */
export interface AtomEntry {
  /** The page of the entry. It is also the entry's id, so it must never change. */
  readonly url: string
  readonly title: string
  /** ISO 8601 instants. */
  readonly published: string
  readonly updated: string
  readonly category?: string
  /** Plain text. */
  readonly summary?: string
  /** The content as HTML. */
  readonly html?: string
}

interface AtomFeed {
  readonly title: string
  /** The page that the feed follows; also the feed's id. */
  readonly page: string
  /** The URL of the feed. */
  readonly self: string
  readonly updated: string
  readonly entries: readonly AtomEntry[]
}

/** Returns the XML of a feed (RFC 4287). Its language is English. */
export function atomText({ title, page, self, updated, entries }: AtomFeed): string {
  const reported = entries.map(
    (entry) => `<entry>
  <id>${escaped(entry.url)}</id>
  <title>${escaped(entry.title)}</title>
  <link href="${escaped(entry.url)}"/>
  <published>${entry.published}</published>
  <updated>${entry.updated}</updated>${entry.category === undefined ? '' : `\n  <category term="${escaped(entry.category)}"/>`}${
    entry.summary === undefined ? '' : `\n  <summary>${escaped(entry.summary)}</summary>`
  }${entry.html === undefined ? '' : `\n  <content type="html">${escaped(entry.html)}</content>`}
</entry>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${escaped(page)}</id>
<title>${escaped(title)}</title>
<author><name>Deepledger</name></author>
<link rel="self" href="${escaped(self)}"/>
<link href="${escaped(page)}"/>
<updated>${updated}</updated>
${reported.join('\n')}
</feed>
`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Characters that XML 1.0 forbids, even escaped: a single one makes readers reject the feed.
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const escaped = (text: string): string =>
  text.replace(forbidden, '').replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
