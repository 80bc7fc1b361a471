import { camelOf, slugIn, textKey } from '../names.ts'
import { Stream } from '../random.ts'
import type { Phrase } from '../phrase.ts'
import type { Snapshot } from '../snapshot.ts'
import { facetWords } from '../words/words-facets.ts'
import { places } from '../words/words-places.ts'
import { errands, voices } from '../words/words-sentences.ts'
import { modules, props } from '../words/words-town.ts'

const counts: Readonly<Record<string, readonly [number, number, number]>> = {
  kill: [2, 12, 1],
  fetch: [1, 6, 1],
  explore: [1, 1, 1],
  props: [2, 7, 1],
  escape: [2, 4, 1],
  hold: [3, 9, 10],
  use_item: [2, 5, 1],
  damage: [5, 40, 50],
}

const usual = [
  'kill',
  'kill',
  'kill',
  'kill',
  'fetch',
  'fetch',
  'fetch',
  'explore',
  'props',
  'escape',
  'hold',
  'use_item',
  'damage',
] as const

interface Target {
  readonly target_kind: string
  readonly target_archetype: string
  /** What it is, in every language. */
  readonly what: string
}

function monsterTarget(world: Snapshot, stream: Stream): Target {
  const { archetype, family } = stream.pick(world.rows('monsters'))
  return { target_kind: 'monster', target_archetype: archetype, what: facetWords.family?.[family] ?? family }
}

function itemTarget(world: Snapshot, stream: Stream, types: readonly string[]): Target {
  // Nobody asks for the spoon, so that it can go without a trace.
  const wanted = world
    .rows('items')
    .filter(({ type, name, rarity }) => types.includes(type) && name !== 'Rusted Spoon' && rarity !== 'artifact')
  const { archetype, misc_type, utility_type } = stream.pick(wanted)
  const word = facetWords.misc_type?.[String(misc_type)] ?? facetWords.utility_type?.[String(utility_type)]
  return { target_kind: 'item', target_archetype: archetype, what: word ?? '' }
}

function target(world: Snapshot, stream: Stream, type: string): Target {
  switch (type) {
    case 'kill':
    case 'damage':
      return monsterTarget(world, stream)
    case 'fetch':
      return itemTarget(world, stream, ['misc'])
    case 'use_item':
      return itemTarget(world, stream, ['utility'])
    case 'props':
      return { target_kind: 'props', target_archetype: `id.props.${stream.pick(props)}`, what: '' }
    default:
      return { target_kind: 'module', target_archetype: `id.module.${stream.pick(modules)}`, what: '' }
  }
}

/** Adds a content and returns what a quest may say about it. */
export function addQuestContent(world: Snapshot, slug: string, wanted?: string): { id: string; description: Phrase } {
  const stream = new Stream(`content/${slug}`)
  const type = wanted ?? stream.pick(usual)
  const [low, high, step] = counts[type] ?? [1, 1, 1]
  const count = stream.int(low, high) * step
  const { what, ...aim } = target(world, stream, type)
  const maps = places.filter((place) => world.has('maps', `id.map.${place.slug}`))
  const place = stream.pick(maps)
  const id = `id.quest_content.${slug}`
  world.add('quest_contents', {
    id,
    source_key: `Id_QuestContent_${camelOf(slug)}`,
    content_type: type,
    content_count: count,
    ...aim,
    target_tag: `Id.${camelOf(aim.target_kind)}.${camelOf(slugIn(aim.target_archetype))}`,
    dungeon_tags: stream.chance(0.75) ? [`id.dungeon.${place.slug}`] : [],
  })
  const description = {
    words: errands[type] ?? '',
    slots: { count, place: place.within, what },
    then: new Stream(`voice/${slug}`).pick(voices),
  }
  return { id, description }
}

export const questTextKey = (slug: string, part: 'title' | 'description'): string => textKey('quest', slug, part)
