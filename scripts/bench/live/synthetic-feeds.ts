// A year of a synthetic market and its trade channel, as an observer sends them: nearly in chronological order, and
// deterministic.
import { Stream } from '../../../data/sample/random.ts'
import { Zipf } from '../measure/draws.ts'

const dayMilliseconds = 86_400_000
export const yearBegin = Date.UTC(2025, 0, 1)
export const yearEnd = yearBegin + 365 * dayMilliseconds

const batchBytes = 512 * 1024
const archetypeCount = 600
const itemCount = 2400
const sellerCount = 20_000

export const rarities = ['poor', 'common', 'uncommon', 'rare', 'epic', 'legendary', 'unique', 'artifact']
export const lootStates = ['none', 'looted', 'supplied', 'handled']
export const classes = ['fighter', 'ranger', 'wizard', 'cleric', 'rogue', 'bard', 'warlock', 'druid']
const ranks = ['recruit', 'wanderer', 'pathfinder', 'voyager', 'demigod']
const words = [
  ...[
    'selling',
    'buying',
    'trade',
    'cheap',
    'fast',
    'offer',
    'price',
    'check',
    'bulk',
    'legendary',
    'set',
    'ring',
    'gold',
  ],
  ...[
    'cobalt',
    'ore',
    'longsword',
    'bardiche',
    'spellbook',
    'potion',
    'pendant',
    'cloak',
    'gauntlets',
    'whisper',
    'now',
  ],
  ...['売ります', '買います', '交換', '安い', '剣', '指輪', '%off', '10k', '250g', 'pst', 'wtb', 'wts', 'obo'],
]
/** Words that occur in one of several thousand messages. */
export const rareWords = ['zweihander', 'phoenix', '不死鳥', 'moonstone']

export const itemIdOf = (item: number) =>
  `id.item.archetype_${item % archetypeCount}_${4001 + Math.floor(item / archetypeCount)}`
export const archetypeIdOf = (item: number) => `id.item.archetype_${item % archetypeCount}`
export const sellerOf = (seller: number) => `Seller#${seller}`

const items = new Zipf(itemCount)

/** Draws an item; the first is the most frequent. */
export const drawItem = (stream: Stream): number => items.draw(stream)

/** Draws a seller; the first are the most frequent. */
export const drawSeller = (stream: Stream): number => Math.floor(stream.next() ** 2 * sellerCount)

const iso = (at: number) => new Date(Math.floor(at / 1000) * 1000).toISOString().replace('.000Z', 'Z')

/** Returns the instant of a line, close to its position in the year: observations are up to 20 minutes late. */
const instantAt = (at: number, count: number, stream: Stream) =>
  yearBegin + (at / count) * (yearEnd - yearBegin) - stream.next() ** 3 * 1_200_000

function listingLine(at: number, count: number, stream: Stream): object {
  const item = drawItem(stream)
  const rarity = Math.min(rarities.length - 1, Math.floor(stream.next() ** 2 * rarities.length))
  const createdAt = instantAt(at, count, stream)
  const drift = 1 + 0.3 * Math.sin((at / count) * 12 + item)
  const level = 5 * 1.003 ** (item % 1500) * 2 ** rarity * drift
  const quantity = stream.chance(0.7) ? 1 : stream.int(2, 20)
  const price = Math.max(1, Math.round(level * quantity * stream.between(0.7, 1.4)))
  const end = stream.next()
  return {
    id: 1_000_000 + at,
    item_id: itemIdOf(item),
    item: `Item ${item}`,
    archetype: archetypeIdOf(item),
    rarity: rarities[rarity],
    loot_state: lootStates[Math.min(3, Math.floor(stream.next() ** 2 * 4))],
    seller: sellerOf(drawSeller(stream)),
    price,
    price_per_unit: String(Math.round((price / quantity) * 100) / 100),
    quantity,
    created_at: iso(createdAt),
    expires_at: iso(createdAt + 7 * dayMilliseconds),
    has_sold: end < 0.45,
    has_expired: end >= 0.45 && end < 0.85,
    has_cancelled: end >= 0.85 && end < 0.95,
    captured_patch_id: 1 + Math.floor((at / count) * 12),
    captured_at: iso(createdAt + 30_000),
  }
}

function tradeLine(at: number, count: number, stream: Stream): object {
  const said = Array.from({ length: stream.int(3, 12) }, () => stream.pick(words))
  if (stream.chance(0.0005)) said.push(stream.pick(rareWords))
  const sender = drawSeller(stream)
  return {
    id: 1_000_000 + at,
    timestamp: iso(instantAt(at, count, stream)),
    sender: sellerOf(sender),
    sender_id: sender,
    sender_class: classes[sender % classes.length],
    sender_rank: stream.pick(ranks),
    message: said.join(' '),
    items: stream.chance(0.3) ? [{ item_id: itemIdOf(drawItem(stream)), quantity: 1 }] : [],
  }
}

export interface LineBatch {
  readonly bytes: Uint8Array
  readonly rows: number
}

/** Yields lines in batches of the same size as those of the intake. */
function* batches(line: (at: number) => object, count: number): Generator<LineBatch> {
  let text = ''
  let rows = 0
  for (let at = 0; at < count; at += 1) {
    text += `${JSON.stringify(line(at))}\n`
    rows += 1
    if (text.length < batchBytes && at < count - 1) continue
    yield { bytes: Buffer.from(text), rows }
    text = ''
    rows = 0
  }
}

/** Yields the first `lines` listings of a year with `count` listings. */
export function listingBatches(count: number, lines = count): Generator<LineBatch> {
  const stream = new Stream('live/listings')
  return batches((at) => listingLine(at, count, stream), lines)
}

export function tradeBatches(count: number): Generator<LineBatch> {
  const stream = new Stream('live/trades')
  return batches((at) => tradeLine(at, count, stream), count)
}
