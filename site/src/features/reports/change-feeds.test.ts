import { describe, expect, it } from 'vitest'
import { patchOf } from '../../../../data/api/test/test-world.ts'
import { PatchIndex } from '../../../../data/api/model/patches.ts'
import { inEnglish } from '../../messages/catalogs.ts'
import { readXml } from '../../test/test-xml.ts'
import type { HistoryEntry } from '../../request/thing/row-detail.ts'
import { classFeed, feedPatches, favouritesFeed, followedIds, maxFeedPatches, maxFollowed } from './change-feeds.ts'
import type { ClassReport } from './class-report.ts'

const origin = 'https://ledger.example'
const patches = new PatchIndex([
  patchOf(1, 'main', '1.0.0.2101', null),
  patchOf(2, 'main', '1.1.0.2188', 1, { released_at: '2026-05-19T10:00:00Z' }),
  patchOf(3, 'ptr', '1.2.0.2230-ptr', 2),
  patchOf(4, 'main', '1.2.0.2247', 2, { is_current: true }),
])
const none = { up: 0, down: 0, mixed: 0, added: 0, removed: 0 }
const group = {
  resource: 'items',
  change: 'changed' as const,
  name: 'Blade',
  stem: 'id.item.blade',
  members: [] as never,
}
const report = (judged: ClassReport['judged']): ClassReport => ({
  judged,
  counts: { ...none, up: judged.length },
  kinds: [],
})

describe('the feed of a class', () => {
  const of = { id: 'id.player_character.warden', name: 'Warden & Co' }
  const reports = feedPatches(patches).map((patch) => ({
    patch,
    report: report(patch.id === 2 ? [{ group, verdict: 'up', kind: 'weapon' }] : []),
  }))
  const text = classFeed({ origin, of, reports })

  it('has one entry per patch of main that changed something, with a link to its report', () => {
    expect(feedPatches(patches).map(({ id }) => id)).toEqual([4, 2])
    expect(text.match(/<entry>/g)).toHaveLength(1)
    expect(text).toContain(`<id>${origin}/classes/id.player_character.warden/patches/2</id>`)
    expect(text).toContain('Warden &amp; Co in 1.1.0.2188 1.1.0.2188: 1 up')
    expect(text).toContain('<summary>Blade: up</summary>')
    expect(text).toContain('<published>2026-05-19T10:00:00Z</published>')
  })

  it('is well-formed, also without reports', () => {
    expect(() => readXml(text)).not.toThrow()
    expect(() => readXml(classFeed({ origin, of, reports: [] }))).not.toThrow()
  })

  it('has a maximum number of patches', () => {
    const many = Array.from({ length: 60 }, (_, at) => patchOf(at + 1, 'main', `1.0.0.${1000 + at}`, at || null))
    expect(feedPatches(new PatchIndex(many))).toHaveLength(maxFeedPatches)
  })
})

describe('the feed of favourites', () => {
  const ids = (query: string) => followedIds(new URLSearchParams({ ids: query }))
  const entry = (
    patch_id: number,
    change: HistoryEntry['change'],
    ...fields: HistoryEntry['fields'][number][]
  ): HistoryEntry => ({ ...{ patch_id, version: `1.${patch_id}`, change }, fields })
  const known = { t: inEnglish, attributes: new Map() }

  it('follows the valid ids in its query, without duplicates', () => {
    expect(ids('id.item.a, id.item.b,id.item.a,nothing,id.item.<x>,')).toEqual(['id.item.a', 'id.item.b'])
    expect(ids('')).toEqual([])
    expect(ids(Array.from({ length: 90 }, (_, at) => `id.item.n${at}`).join(','))).toHaveLength(maxFollowed)
  })

  it('has one entry per change of a favourite, newest first', () => {
    const text = favouritesFeed(
      origin,
      [
        {
          ...{ id: 'id.item.a', name: 'Blade' },
          history: [
            entry(1, 'added'),
            entry(
              ...([2, 'changed'] as const),
              { path: 'gear_score', before: 34, after: 38 },
              { path: 'icon_url', before: '/assets/a.png', after: '/assets/b.png' },
              { path: 'is_daily', before: true, after: false },
            ),
          ],
        },
        { id: 'id.item.b', name: 'Bow', history: [entry(4, 'removed')] },
      ],
      patches,
      known,
    )
    expect([...text.matchAll(/<title>(.*?)<\/title>/g)].slice(1).map(([, title]) => title)).toEqual([
      'Bow: removed in 1.2.0.2247 1.4',
      'Blade: changed in 1.1.0.2188 1.2',
      'Blade: added in 1.0.0.2101 1.1',
    ])
    expect(text).toContain('<summary>Gear score 34 → 38 (+12%); Icon; Daily yes → no</summary>')
    expect(text).toContain(`<link rel="self" href="${origin}/favourites.atom?ids=id.item.a%2Cid.item.b"/>`)
    expect(() => readXml(text)).not.toThrow()
  })

  it('is empty without favourites', () => {
    expect(favouritesFeed(origin, [], patches, known)).not.toContain('<entry>')
  })
})
