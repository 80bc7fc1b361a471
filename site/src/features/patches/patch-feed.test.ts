import { describe, expect, it } from 'vitest'
import { PatchIndex } from '../../../../data/api/model/patches.ts'
import { patchOf, samplePatches } from '../../../../data/api/test/test-world.ts'
import { patchesAtomFeed, patchesJsonFeed } from './patch-feed.ts'
import { readXml, textsOf } from '../../test/test-xml.ts'

const origin = 'https://ledger.example'

interface JsonFeed {
  readonly feed_url: string
  readonly language: string
  readonly items: readonly Readonly<Record<string, unknown>>[]
}
const json = (patches: PatchIndex) => JSON.parse(patchesJsonFeed(patches, origin)) as JsonFeed
const entriesOf = (patches: PatchIndex) =>
  readXml(patchesAtomFeed(patches, origin)).children.filter(({ name }) => name === 'entry')

const lamps = patchOf(5, 'main', '1.3.0.2300', 4, {
  display_name: 'Lamps & Ashes',
  released_at: '2026-02-01T09:00:00.000Z',
  notes: 'Lamps < suns.\nAshes > dust.',
})
const patches = new PatchIndex([...samplePatches, lamps])

describe('both feeds of patches', () => {
  it('start with the newest patch of any branch', () => {
    const ids = [5, 4, 3, 2, 1].map((id) => `${origin}/patches/${id}`)
    expect(json(patches).items.map(({ id }) => id)).toEqual(ids)
    expect(entriesOf(patches).map((entry) => textsOf(entry, 'id')[0])).toEqual(ids)
  })

  it('are marked as English', () => {
    expect(json(patches).language).toBe('en')
    expect(readXml(patchesAtomFeed(patches, origin)).attributes['xml:lang']).toBe('en')
  })

  it('have the same entries', () => {
    const reported = json(patches).items.map(({ title, content_text, date_published }) => [
      title,
      content_text,
      date_published,
    ])
    const entries = entriesOf(patches)
    expect(entries.map((entry) => ['title', 'summary', 'published'].map((name) => textsOf(entry, name)[0]))).toEqual(
      reported,
    )
    expect(reported[0]).toEqual(['Lamps & Ashes 1.3.0.2300', lamps.notes, '2026-02-01T09:00:00.000Z'])
  })

  it('name the branch of a patch', () => {
    const titles = json(patches).items.map(({ title }) => String(title))
    expect(titles.filter((title) => title.endsWith(' (ptr)'))).toHaveLength(1)
    expect(titles.filter((title) => title.includes('(main)'))).toEqual([])
    expect(json(patches).items.map(({ tags }) => tags)).toContainEqual(['ptr'])
  })

  it('have defaults for a patch without notes or a release date', () => {
    expect(json(new PatchIndex([patchOf(1, 'main', '1.0.0', null)])).items[0]).toMatchObject({
      content_text: 'The changes of 1.0.0, field by field.',
      date_published: '2026-01-01T12:01:00.000Z',
    })
  })

  it('have at most 50 entries', () => {
    const many = new PatchIndex(
      Array.from({ length: 60 }, (_, nth) => patchOf(nth + 1, 'main', `1.${nth}`, nth || null)),
    )
    expect(json(many).items).toHaveLength(50)
    expect(entriesOf(many)).toHaveLength(50)
    expect(json(many).items[0]?.id).toBe(`${origin}/patches/60`)
  })

  it('are valid before the first patch', () => {
    expect(json(new PatchIndex([]))).toMatchObject({ feed_url: `${origin}/patches.json`, items: [] })
    const feed = readXml(patchesAtomFeed(new PatchIndex([]), origin))
    expect(textsOf(feed, 'updated')).toEqual(['1970-01-01T00:00:00.000Z'])
  })
})

it('the Atom feed of patches has the time of the last import', () => {
  expect(textsOf(readXml(patchesAtomFeed(patches, origin)), 'updated')).toEqual([lamps.imported_at])
})
