import type { Patch, PatchIndex } from '../../../../data/api/model/patches.ts'
import { atomText } from '../../format/atom.ts'
import { patchTitle } from '../../format/patch-title.ts'

const maxEntries = 50
const summaryOf = (patch: Patch) => patch.notes ?? `The changes of ${patch.version}, field by field.`
const newest = ({ all }: PatchIndex) => [...all].reverse().slice(0, maxEntries)

/** Returns the newest patches as JSON Feed 1.1. */
export function patchesJsonFeed(patches: PatchIndex, origin: string): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Deepledger: patches',
    language: 'en',
    home_page_url: `${origin}/patches`,
    feed_url: `${origin}/patches.json`,
    items: newest(patches).map((patch) => ({
      id: `${origin}/patches/${patch.id}`,
      url: `${origin}/patches/${patch.id}`,
      title: patchTitle(patch),
      content_text: summaryOf(patch),
      date_published: patch.released_at ?? patch.imported_at,
      date_modified: patch.imported_at,
      tags: [patch.branch],
    })),
  })
}

/** Returns the newest patches as Atom. */
export function patchesAtomFeed(patches: PatchIndex, origin: string): string {
  return atomText({
    title: 'Deepledger: patches',
    page: `${origin}/patches`,
    self: `${origin}/patches.atom`,
    updated: patches.all.at(-1)?.imported_at ?? new Date(0).toISOString(),
    entries: newest(patches).map((patch) => ({
      url: `${origin}/patches/${patch.id}`,
      title: patchTitle(patch),
      published: patch.released_at ?? patch.imported_at,
      updated: patch.imported_at,
      category: patch.branch,
      summary: summaryOf(patch),
    })),
  })
}
