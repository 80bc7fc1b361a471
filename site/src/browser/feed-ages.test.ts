import { expect, it } from 'vitest'
import { feeds } from '../../../data/api/model/feeds/feeds.ts'
import { feedAges } from './feed-ages.ts'
import { inEnglish } from '../messages/catalogs.ts'

it('feedAges describes the age of each feed', () => {
  const given = { market: { age_seconds: 3 }, 'merchant-stock': { age_seconds: 440 }, trades: { age_seconds: null } }
  expect(feedAges(given, inEnglish)).toEqual([
    'Market now',
    'Merchants’ stock 7 min. ago',
    'Trade chat not observed yet',
  ])
})

it('feedAges has a name for every feed', () => {
  const all = feedAges(Object.fromEntries(feeds.map((feed) => [feed, { age_seconds: 60 }])), inEnglish)
  for (const one of all) expect(one).toMatch(/^[A-Z][a-z’]+( [a-z]+)? 1 min. ago$/)
})
