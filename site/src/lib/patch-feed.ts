import type { Patch, PatchIndex } from '../../../data/api/patches.ts'

const most = 50
const titleOf = ({ display_name, version, branch }: Patch) =>
  `${display_name} ${version}${branch === 'main' ? '' : ` (${branch})`}`
const summaryOf = (patch: Patch) => patch.notes ?? `What ${patch.version} changed, field by field.`
const newest = ({ all }: PatchIndex) => [...all].reverse().slice(0, most)

/** Patches as JSON Feed 1.1. */
export function jsonFeed(patches: PatchIndex, origin: string): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Deepledger: patches',
    home_page_url: `${origin}/patches`,
    feed_url: `${origin}/patches.json`,
    items: newest(patches).map((patch) => ({
      id: `${origin}/patches/${patch.id}`,
      url: `${origin}/patches/${patch.id}`,
      title: titleOf(patch),
      content_text: summaryOf(patch),
      date_published: patch.released_at ?? patch.imported_at,
      date_modified: patch.imported_at,
      tags: [patch.branch],
    })),
  })
}

/** Patches as Atom (RFC 4287). */
export function atomFeed(patches: PatchIndex, origin: string): string {
  const entries = newest(patches).map(
    (patch) => `<entry>
  <id>${origin}/patches/${patch.id}</id>
  <title>${escaped(titleOf(patch))}</title>
  <link href="${origin}/patches/${patch.id}"/>
  <published>${patch.released_at ?? patch.imported_at}</published>
  <updated>${patch.imported_at}</updated>
  <category term="${escaped(patch.branch)}"/>
  <summary>${escaped(summaryOf(patch))}</summary>
</entry>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${origin}/patches</id>
<title>Deepledger: patches</title>
<author><name>Deepledger</name></author>
<link rel="self" href="${origin}/patches.atom"/>
<link href="${origin}/patches"/>
<updated>${patches.all.at(-1)?.imported_at ?? new Date(0).toISOString()}</updated>
${entries.join('\n')}
</feed>
`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
