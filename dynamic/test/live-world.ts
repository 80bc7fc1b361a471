// For suites: a small world as an observer tells it, and how to post it. All of it is seen by 2026-01-10, noon.
import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Feed } from '../../data/api/live/feeds.ts'
import { Reply } from './ask.ts'
import type { Service } from '../service.ts'

export const noon = Date.parse('2026-01-10T12:00:00Z')

/** An instant of that day: `at('11:50')`. */
export const at = (clock: string, day = '2026-01-10'): string => `${day}T${clock}${clock.length === 5 ? ':00' : ''}Z`

type Line = Readonly<Record<string, unknown>>

const stock = (merchant: string, clock: string, item: string, others: Line): Line => ({
  merchant_id: `id.merchant.${merchant}`,
  captured_at: at(clock),
  item_id: `id.item.${item}`,
  currency: 'id.item.gold_coins',
  rank_id: 'neophyte',
  ...others,
})

const merchantStock: Line[] = [
  stock('lamplighter', '11:40', 'ember_lantern_5001', { price: 110, stock: 4 }),
  stock('lamplighter', '11:50', 'ember_lantern_5001', { price: 120, stock: 3 }),
  stock('ferrymaster', '11:45', 'ember_lantern_5001', { price: 115, stock: 1 }),
  stock('lamplighter', '12:00', 'ember_lantern_5001', { price: 130, stock: 2 }),
  stock('lamplighter', '12:00', 'wyrmglass_shard', { price: 40, stock: 9, rank_id: 'cadet', note: 'new' }),
  stock('ferrymaster', '11:55', 'mossbread_1001', { price: 5, stock: 0, rank_id: null, currency: null }),
]

const merchantQuests: Line[] = [
  {
    merchant_id: 'id.merchant.lamplighter',
    captured_at: at('12:00'),
    quest_id: 'id.quest.lamplighter_01',
    reset_at: at('00:00', '2026-01-11'),
    is_repeatable: true,
    rank_requirement: 'neophyte',
  },
  {
    merchant_id: 'id.merchant.lamplighter',
    captured_at: at('12:00'),
    quest_id: 'id.quest.lamplighter_02',
    is_repeatable: false,
  },
  { merchant_id: 'id.merchant.lamplighter', captured_at: at('11:50'), quest_id: 'id.quest.lamplighter_03' },
  { merchant_id: 'id.merchant.ferrymaster', captured_at: at('11:55'), quest_id: 'id.quest.ferrymaster_01' },
  { merchant_id: 'id.merchant.ferrymaster', captured_at: at('11:58'), quests: [] },
]

const listing = (
  id: number,
  item: string,
  price: number,
  quantity: number,
  clock: string,
  others: Line = {},
): Line => ({
  ...{ id, item_id: `id.item.${item}`, price, quantity },
  ...{ created_at: at(clock), expires_at: at(clock, '2026-01-17'), captured_at: at('12:00') },
  ...others,
})

const market: Line[] = [
  listing(41, 'ember_lantern_5001', 120, 1, '10:00', { seller: 'Vesper', loot_state: 'looted' }),
  listing(42, 'ember_lantern_5001', 99, 6, '10:05', { seller: 'Quill', price_per_unit: '16.5' }),
  listing(43, 'ember_lantern_3001', 150, 6, '10:20', { seller: 'Vesper', has_sold: true, loot_state: 'handled' }),
  listing(44, 'gloam_blade_5001', 2000, 1, '10:20', { seller: 'O’Malley', has_cancelled: true }),
  listing(45, 'wyrmglass_shard', 40, 2, '11:00', { expires_at: at('11:30'), captured_patch_id: 1, seller: 'Quill' }),
  listing(46, 'gloam_blade_3001', 7, 7, '11:30:30', { has_expired: true, expires_at: null, bid: 3 }),
]

const message = (id: number, clock: string, sender: string, text: string, others: Line = {}): Line => ({
  ...{ id, timestamp: at(clock), sender, sender_id: id % 3, sender_class: 'warden', sender_rank: 'neophyte' },
  ...{ message: text, items: [], ...others },
})

const trades: Line[] = [
  message(1, '09:00', 'Vesper', 'WTS [Ember Lantern] 120g', {
    items: [{ item_id: 'id.item.ember_lantern_5001', item: 'Ember Lantern', quantity: 1 }],
    sender_class: 'Id_PlayerCharacter_Hexer',
  }),
  message(2, '09:30', 'Quill', '100% real, no_refunds', { sender_rank: 'cadet' }),
  message(3, '10:00', 'Vesper', '灯を売ります、灯り二つ', { sender_class: 'duelist' }),
  message(4, '10:00', 'Ödön', 'it\'s ÉPÉE "time"', { sender_rank: null }),
  message(5, '11:59', 'Quill', 'wts ember x5', { items: [{ item_id: 'id.item.ember_lantern_3001', quantity: 5 }] }),
]

const population: Line[] = [
  { timestamp: at('11:40'), num_online: 1000, num_lobby: 600, num_dungeon: 400 },
  { timestamp: at('11:50'), num_online: 1100, num_lobby: 650, num_dungeon: 450 },
  { timestamp: at('12:00'), num_online: 1050, num_lobby: 0, num_dungeon: 1050 },
]

const entry = (season: number, sheet: string, period: number, character: string, rank: number, others: Line = {}) => ({
  entry: {
    ...{ season_id: season, sheet_id: sheet, period_index: period, character, rank, character_class: 'warden' },
    ...{ previous_rank: rank + 1, score: '90071992547409931', karma: -5, rank_tier: 'gold', rank_tier_level: '2' },
    captured_at: at('12:00'),
    ...others,
  },
})

const period = (season: number, sheet: string, index: number, begin: string, end: string) => ({
  period: { index, season_id: season, sheet_id: sheet, begin: at('00:00', begin), end: at('00:00', end) },
})

const leaderboards: Line[] = [
  {
    season: {
      ...{ id: 6, name: 'The Sixth Tide', state: 'ended', legacy_prefix: 'EA6_' },
      ...{ begin: at('00:00', '2025-10-01'), end: at('00:00', '2026-01-01') },
    },
  },
  {
    season: {
      ...{ id: 7, name: 'The Seventh Tide', state: 'season', legacy_prefix: 'EA6_S7_', wipe: true },
      ...{ begin: at('00:00', '2026-01-01'), end: at('00:00', '2026-04-01'), reward: { title: 'Tidewalker' } },
    },
  },
  { sheet: { id: 'solo', season_id: 7, name: 'Solo', type: 'adventure', order: 1, legacy_suffix: 'A' } },
  { sheet: { id: 'trios', season_id: 7, name: 'Trios', content_types: ['crypt'], order: 2, legacy_suffix: '_HR_A' } },
  { sheet: { id: 'solo', season_id: 6, name: 'Solo', type: 'adventure', order: 1, legacy_suffix: 'A' } },
  period(7, 'solo', 1, '2026-01-01', '2026-01-08'),
  period(7, 'solo', 2, '2026-01-08', '2026-01-15'),
  period(7, 'solo', 3, '2026-01-15', '2026-01-22'),
  period(6, 'solo', 1, '2025-10-01', '2026-01-01'),
  entry(7, 'solo', 1, 'Vesper', 2, { captured_at: at('12:00', '2026-01-07') }),
  entry(7, 'solo', 2, 'Vesper', 3, { captured_at: at('11:00'), score: '90071992547409930' }),
  entry(7, 'solo', 2, 'Vesper', 1, { previous_rank: 3 }),
  entry(7, 'solo', 2, 'Quill', 2, { character_class: 'Id_PlayerCharacter_Hexer', karma: null, rank_tier_level: null }),
  entry(7, 'solo', 2, 'Ödön the 2nd', 3, { character_class: 'duelist', previous_rank: null, score: null }),
  entry(7, 'trios', 1, 'Quill', 1),
  entry(6, 'solo', 1, 'Quill', 1, { captured_at: at('00:00', '2026-01-01') }),
]

export const liveWorld: Readonly<Record<Feed, readonly Line[]>> = {
  'merchant-stock': merchantStock,
  'merchant-quests': merchantQuests,
  market,
  trades,
  population,
  leaderboards,
}

/** What the parameters of a path, and those that are required, may name in this world. */
export const liveNames: Readonly<Record<string, string>> = {
  merchant: 'id.merchant.lamplighter',
  item_id: 'id.item.ember_lantern_5001',
  id: '41',
  season: '7',
  sheet: 'solo',
  name: 'Vesper',
  legacy_id: 'EA6_S7_A',
  from: at('00:00'),
  to: at('00:00', '2026-01-11'),
}

export const ndjson = (lines: readonly unknown[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** Where to post, and with which key. */
export type Intake = Pick<Service, 'observerPort'> & { readonly key: string }

export interface PostOptions {
  gzip?: boolean
  headers?: Readonly<Record<string, string>>
  method?: string
}

/** Posts bytes to a path of the observer's listener. */
export function post(
  { observerPort, key }: Intake,
  path: string,
  body: string | Buffer,
  { gzip = false, headers, method = 'POST' }: PostOptions = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({
      ...{ host: '127.0.0.1', port: observerPort, path, method, agent: false },
      headers: {
        'x-api-key': key,
        'content-type': 'application/x-ndjson',
        ...(gzip && { 'content-encoding': 'gzip' }),
        ...headers,
      },
    })
    sent.once('error', reject)
    sent.once('response', (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('error', reject)
      answer.once('end', () => resolve(new Reply(answer.statusCode ?? 0, answer.headers, Buffer.concat(chunks), true)))
    })
    sent.end(gzip ? gzipSync(body) : body)
  })
}

/** Posts lines of a feed; throws unless every one of them was new. */
export async function observe(intake: Intake, feed: Feed, lines: readonly unknown[]): Promise<void> {
  const reply = await post(intake, `/observations/${feed}`, ndjson(lines))
  const receipt = { accepted: lines.length, duplicates: 0, rejected: [] }
  if (reply.text !== JSON.stringify(receipt)) throw new Error(`${feed}: ${reply.status} ${reply.text.slice(0, 1000)}`)
}

/** Tells the whole world. */
export async function observeWorld(intake: Intake): Promise<void> {
  for (const [feed, lines] of Object.entries(liveWorld)) await observe(intake, feed as Feed, lines)
}
