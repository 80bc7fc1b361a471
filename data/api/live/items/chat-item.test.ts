// The line that a chat command gets, with an invented market.
import { describe, expect, it } from 'vitest'
import type { CanonicalRequest } from '../../model/endpoint.ts'
import { testStore } from '../../test/test-store.ts'
import { sampleRows } from '../../test/test-world.ts'
import { chatItem } from './chat-item.ts'
import type { LiveStore, PriceBucket, PricesWindow } from '../../model/live-store.ts'

const now = Date.parse('2026-03-04T12:00:30Z')
const minuteMs = 60_000
const dayMs = 1440 * minuteMs

const tome = { name: 'Ashbound Tome', archetype: 'id.item.ashbound_tome', type: 'weapon' }
const items = [
  ...(sampleRows.items ?? []),
  { ...tome, id: 'id.item.ashbound_tome_1001', rarity: 'common' },
  { ...tome, id: 'id.item.ashbound_tome_5001', rarity: 'epic' },
  { id: 'id.item.plain_rope', name: 'Plain Rope' },
  { id: 'id.item.loud_horn', name: '/mute-horn' },
  { id: 'id.item.quiet_horn', name: '!Whisper' },
]
const store = { ...testStore({ rows: { ...sampleRows, items } }), site: 'https://ledger.example' }

interface Market {
  /** Histograms by the number of days of the window. */
  readonly histograms?: Readonly<Record<number, PriceBucket['histogram']>>
  readonly seenMinutesAgo?: number
}

async function say(name: string, { histograms = {}, seenMinutesAgo = 0 }: Market = {}) {
  const requested: PricesWindow[] = []
  const market: Partial<LiveStore['market']> = {
    priceHistories(window) {
      requested.push(window)
      const histogram = histograms[(window.to - window.from) / dayMs] ?? []
      return Promise.resolve({
        value: [[{ start: window.from, histogram }]],
        observedAt: now - seenMinutesAgo * minuteMs,
      })
    },
  }
  const request: CanonicalRequest = {
    ...{ endpoint: chatItem, path: {}, isPinned: false, isLegacy: false, ignoredParams: [] },
    values: { name, locale: 'en' },
  }
  const reply = await chatItem.answer(request, { market, now: () => now } as LiveStore, store)
  return { line: reply.body, observedAt: reply.observedAt, requested }
}

const cheap: PriceBucket['histogram'] = [
  [10, 1, 1],
  [12.34, 3, 3],
  [90, 1, 1],
]

describe('the line of an item', () => {
  it('says what it is, what it costs and where to read more', async () => {
    const { line } = await say('gloam blade', { histograms: { 1: cheap } })
    expect(line).toBe(
      'Gloam Blade (epic weapon, gear score 50): median 12.3 gold over 5 listings in 24 hours. https://ledger.example/items/id.item.gloam_blade_5001\n',
    )
  })

  it('has no parentheses if only the name is known', async () => {
    expect((await say('plain rope', { histograms: { 1: cheap } })).line).toMatch(/^Plain Rope: median /)
  })

  it.each([
    ['mute-horn', '“/mute-horn”: '],
    ['whisper', '“!Whisper”: '],
  ])('does not begin like a chat command, whatever the item is called: %s', async (typed, beginning) => {
    const { line } = await say(typed)
    expect(line.slice(0, beginning.length)).toBe(beginning)
  })

  it('is about all rarities if none is named: the price is that of the archetype, the link that of a list', async () => {
    const { line, requested } = await say('ashbound tome', { histograms: { 1: cheap } })
    expect(line).toMatch(/^Ashbound Tome \(weapon, 2 rarities\): /)
    expect(line).toMatch(/\/items\?name=Ashbound%20Tome\n$/)
    expect(requested.flatMap(({ itemIds }) => itemIds)).toEqual(['id.item.ashbound_tome'])
  })

  it('is about one item if its rarity is named', async () => {
    const { requested } = await say('epic ashbound tome', { histograms: { 1: cheap } })
    expect(requested.flatMap(({ itemIds }) => itemIds)).toEqual(['id.item.ashbound_tome_5001'])
  })
})

describe('the price', () => {
  it('is the median of all listings, not of the prices', async () => {
    const many: PriceBucket['histogram'] = [
      [5, 9, 9],
      [100, 1, 1],
      [200, 1, 1],
    ]
    expect((await say('gloam blade', { histograms: { 1: many } })).line).toContain('median 5 gold over 11 listings')
  })

  it('is that of the last week if the last day has none', async () => {
    const { line, requested } = await say('gloam blade', { histograms: { 7: [[7, 1, 1]] } })
    expect(line).toContain('median 7 gold over 1 listing in 7 days.')
    expect(requested.map(({ from, to }) => (to - from) / dayMs)).toEqual([1, 7])
    for (const { to } of requested) expect(to).toBe(Date.parse('2026-03-04T12:01:00Z'))
  })

  it('is missing if the item was not listed', async () => {
    expect((await say('gloam blade')).line).toContain(': no listing seen in 7 days. ')
  })

  it.each([
    [9, 'in 24 hours. '],
    [10, 'in 24 hours, seen 10 minutes ago. '],
    [119, 'in 24 hours, seen 119 minutes ago. '],
    [180, 'in 24 hours, seen 3 hours ago. '],
  ])('of a market that was seen %i minutes ago says so: %s', async (seenMinutesAgo, reported) => {
    const { line, observedAt } = await say('gloam blade', { histograms: { 1: cheap }, seenMinutesAgo })
    expect(line).toContain(reported)
    expect(observedAt).toBe(now - seenMinutesAgo * minuteMs)
  })
})

describe('what nobody can find', () => {
  it('is answered with a question, without reading the market', async () => {
    const { line, requested } = await say('Gloaming Blazer')
    expect(line).toBe('No item is called Gloaming Blazer. Did you mean Gloam Blade?\n')
    expect(requested).toEqual([])
  })

  it('is repeated without characters that a chat interprets, and truncated', async () => {
    expect((await say('/ban @everyone <b>')).line).toBe('No item is called ban everyone b. Try fewer letters.\n')
    expect((await say('***')).line).toBe('Item not found. Try fewer letters.\n')
    expect((await say('q'.repeat(200))).line).toContain(` ${'q'.repeat(60)}. `)
    expect((await say(`q${'𠀀'.repeat(99)}`)).line).toContain(` q${'𠀀'.repeat(59)}. `)
  })
})
