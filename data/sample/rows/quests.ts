import { camelOf, pad, slugOfName } from '../names.ts'
import { rounded, Stream } from '../random.ts'
import type { RewardRow } from '../rows.ts'
import { take, type Scale } from '../scale.ts'
import type { Snapshot } from '../snapshot.ts'
import { emotes, merchantNames } from '../words/words-town.ts'
import { pennyId } from './blueprints.ts'
import { addQuestContent, questTextKey } from './quest-contents.ts'
import { unusedTitle } from './titles.ts'

type Entry = RewardRow['entries'][number]

/** Broken references, one of a quest and one of a reward: real patches have such references, and the import counts them. */
export const dangling = {
  content: 'id.quest_content.lamplighter_03_forgotten',
  item: 'id.item.moonwax_crown_5001',
} as const

const skins: readonly ((name: string) => Entry)[] = [
  (name) => ({ type: 'item_skin', count: 1, item_skin_id: `id.item_skin.${name}` }),
  (name) => ({ type: 'character_skin', count: 1, character_skin_id: `id.character_skin.${name}` }),
  (name) => ({ type: 'armor_skin', count: 1, armor_skin_id: `id.armor_skin.${name}` }),
  (name) => ({ type: 'nameplate_skin', count: 1, nameplate_skin_id: `id.nameplate_skin.${name}` }),
  (name) => ({ type: 'action', count: 1, action_skin_id: `id.action_skin.${name}` }),
  (name) => ({ type: 'emote', count: 1, emote_id: `id.emote.${new Stream(name).pick(emotes)}` }),
  () => ({ type: 'stash', count: 1 }),
  () => ({ type: 'none', count: 0 }),
]

function rewardEntries(world: Snapshot, slug: string, merchant: string, n: number): Entry[] {
  const stream = new Stream(`reward/${slug}`)
  const worthy = world
    .rows('items')
    .filter(({ name, rarity }) => name !== 'Rusted Spoon' && rarity !== 'artifact' && rarity !== 'unique')
  const item = stream.pick(worthy)
  const max = Math.min(item.max_stack_size, 3)
  const entries: Entry[] = [
    { type: 'item', count: rounded(15 + n * stream.between(2, 5), 0), item_id: pennyId },
    { type: 'experience', count: 20 + n * 5 },
  ]
  if (stream.chance(0.6)) entries.push({ type: 'item', count: stream.int(1, max), item_id: item.id })
  if (stream.chance(0.4))
    entries.push({ type: 'affinity', count: stream.int(2, 8) * 5, merchant_id: `id.merchant.${merchant}` })
  if (stream.chance(0.25)) entries.push({ type: 'adventure_points', count: stream.int(1, 6) * 10 })
  if (stream.chance(0.2))
    entries.push({
      type: 'random',
      count: 1,
      random_reward_id: `id.random_reward.${stream.pick(['weapon', 'armor', 'potion'])}_${pad(1 + (n % 4))}`,
    })
  if (stream.chance(0.15)) entries.push(stream.pick(skins)(`${merchant}_${pad(n)}`))
  return entries
}

// The last five quests of every merchant are repeatable, two of them daily.
const storyLength = 20

function contentsOf(world: Snapshot, slug: string) {
  if (slug === 'lamplighter_01')
    return ['kill', 'props'].map((type, k) => addQuestContent(world, `${slug}_${k + 1}`, type))
  const count = new Stream(`contents/${slug}`).pick([1, 1, 1, 2, 2, 3])
  return Array.from({ length: count }, (_, k) => addQuestContent(world, `${slug}_${k + 1}`))
}

/** Adds the merchant's n-th quest with its contents and its reward. */
export function addQuest(world: Snapshot, merchant: string, n: number, isStory = n <= storyLength): void {
  const slug = `${merchant}_${pad(n)}`
  const isForgetful = slug === 'lamplighter_03'
  const contents = contentsOf(world, slug)
  const reward = `id.reward.quest_${slug}`
  const [first] = contents
  if (first) world.text(questTextKey(slug, 'description'), first.description)
  const before = `id.quest.${merchant}_${pad(n - 1)}`
  const stream = new Stream(`quest/${slug}`)
  const title = unusedTitle(world, 'quests', slug)
  world.add('quests', {
    id: `id.quest.${slug}`,
    source_key: `Id_Quest_${camelOf(slug)}`,
    archetype: `id.quest.${merchant}`,
    title: world.text(questTextKey(slug, 'title'), title),
    description: questTextKey(slug, 'description'),
    ...(isStory && world.has('quests', before) ? { chapter_id: before } : {}),
    objectives: {
      order: n,
      content_ids: [...contents.map(({ id }) => id), ...(isForgetful ? [dangling.content] : [])],
    },
    reward_ids: [reward],
    ...(stream.chance(0.85) ? { min_adventure_rank: n * 4 + stream.int(-3, 0) } : {}),
    is_repeatable: !isStory,
    is_daily: !isStory && n % 5 < 2,
  })
  const entries = rewardEntries(world, slug, merchant, n)
  world.add('rewards', {
    id: reward,
    entries: isForgetful ? [...entries, { type: 'item', count: 1, item_id: dangling.item }] : entries,
  })
}

export function addQuests(world: Snapshot, scale: Scale): void {
  for (const name of take(scale, merchantNames, 2)) {
    const numbers = Array.from({ length: 25 }, (_, index) => index + 1)
    for (const n of take(scale, numbers, 4)) addQuest(world, slugOfName(name), n, scale === 'small' ? n < 4 : undefined)
  }
}
