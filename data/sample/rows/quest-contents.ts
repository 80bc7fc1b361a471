import { nameWords } from '../name-words.ts'
import { camelOf, slugIn, textKey } from '../names.ts'
import { Stream } from '../random.ts'
import type { Phrase, Words } from '../phrase.ts'
import type { Snapshot } from '../snapshot.ts'
import { places } from '../words/words-places.ts'
import { modules, props, questTexts, questVoices } from '../words/words-quests.ts'
import { placesOfMonsters } from './spawners.ts'

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
  readonly kind: 'monster' | 'item' | 'props' | 'module'
  readonly archetype: string
  /** The words for it in the text of a quest. */
  readonly words: Words
  /** Its name, where `words` has a slot for it. */
  readonly what?: Words
  /** The slug of the map, if it is found on one map only. */
  readonly home?: string
}

const words = (type: string): Words => questTexts[type] ?? ''

function monsterTarget(world: Snapshot, stream: Stream, type: string): Target {
  // Not bosses: there is one of each, and a quest asks for several monsters.
  const { archetype, name } = stream.pick(
    world.rows('monsters').filter(({ tier }) => tier !== 'boss' && tier !== 'sub_boss'),
  )
  const home = placesOfMonsters(world).get(archetype)
  if (home === undefined) throw new Error(`no spawner has ${archetype}`)
  return { kind: 'monster', archetype, words: words(type), what: nameWords(name), home }
}

function itemTarget(world: Snapshot, stream: Stream, type: string, itemType: string): Target {
  // No quest asks for the spoon, so that a patch can remove it without other changes.
  const wanted = world
    .rows('items')
    .filter((item) => item.type === itemType && item.name !== 'Rusted Spoon' && item.rarity !== 'artifact')
  const { archetype, name } = stream.pick(wanted)
  return { kind: 'item', archetype, words: words(type), what: nameWords(name) }
}

function propsTarget(stream: Stream): Target {
  const { slug, text } = stream.pick(props)
  return { kind: 'props', archetype: `id.props.${slug}`, words: text }
}

function moduleTarget(world: Snapshot, stream: Stream, type: string): Target {
  const { slug, place, name } = stream.pick(modules.filter((module) => world.has('maps', `id.map.${module.place}`)))
  return { kind: 'module', archetype: `id.module.${slug}`, words: words(type), what: name, home: place }
}

function target(world: Snapshot, stream: Stream, type: string): Target {
  switch (type) {
    case 'kill':
    case 'damage':
      return monsterTarget(world, stream, type)
    case 'fetch':
      return itemTarget(world, stream, type, 'misc')
    case 'use_item':
      return itemTarget(world, stream, type, 'utility')
    case 'props':
      return propsTarget(stream)
    default:
      return moduleTarget(world, stream, type)
  }
}

/** Adds a quest content and returns its words for the text of the quest. */
export function addQuestContent(world: Snapshot, slug: string, wanted?: string): { id: string; description: Phrase } {
  const stream = new Stream(`content/${slug}`)
  const type = wanted ?? stream.pick(usual)
  const [low, high, step] = counts[type] ?? [1, 1, 1]
  const count = stream.int(low, high) * step
  const aim = target(world, stream, type)
  const maps = places.filter(({ slug: map }) => world.has('maps', `id.map.${map}`) && (aim.home ?? map) === map)
  const place = stream.pick(maps)
  const id = `id.quest_content.${slug}`
  world.add('quest_contents', {
    id,
    source_key: `Id_QuestContent_${camelOf(slug)}`,
    content_type: type,
    content_count: count,
    target_kind: aim.kind,
    target_archetype: aim.archetype,
    target_tag: `Id.${camelOf(aim.kind)}.${camelOf(slugIn(aim.archetype))}`,
    dungeon_tags: stream.chance(0.75) ? [`id.dungeon.${place.slug}`] : [],
  })
  const description = {
    words: aim.words,
    slots: { count, place: place.within, ...(aim.what === undefined ? {} : { what: aim.what }) },
    then: new Stream(`voice/${slug}`).pick(questVoices),
  }
  return { id, description }
}

export const questTextKey = (slug: string, part: 'title' | 'description'): string => textKey('quest', slug, part)
