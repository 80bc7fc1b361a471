/** What an Atom feed says of one thing. */
export interface AtomEntry {
  /** Its page; also its id, so it stays the same for ever. */
  readonly url: string
  readonly title: string
  /** ISO 8601 instants. */
  readonly published: string
  readonly updated: string
  readonly category?: string
  /** Plain text. */
  readonly summary?: string
  /** What there is to read, as HTML. */
  readonly html?: string
}

interface AtomFeed {
  readonly title: string
  /** The page that it follows; also the feed's id. */
  readonly page: string
  /** Its own address. */
  readonly self: string
  readonly updated: string
  readonly entries: readonly AtomEntry[]
}

/** The text of a feed (RFC 4287), whose words are English. */
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
// Signs that XML 1.0 cannot have, not even escaped: one of them and no reader takes the feed.
const unspeakable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const escaped = (text: string): string =>
  text.replace(unspeakable, '').replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
