import { nameText } from '../name-words.ts'
import { camelOf, slugOfName } from '../names.ts'
import { rounded, shuffled, Stream } from '../random.ts'
import type { Scale } from '../scale.ts'
import type { Snapshot } from '../snapshot.ts'
import { bosses, families } from '../words/words-monsters.ts'
import { places } from '../words/words-places.ts'

export const variants = ['common', 'elite', 'nightmare'] as const

export interface Monster {
  readonly slug: string
  readonly name: string
  readonly family: string
  /** Slug of the map where it lives. */
  readonly place: string
  readonly tier?: 'boss' | 'sub_boss'
  readonly isLootless?: boolean
}

const strength = { common: 1, elite: 1.6, nightmare: 2.4 }
const bulk = { boss: 14, sub_boss: 6 }

export const monster = (name: string, family: string, place: string, more: Partial<Monster> = {}): Monster => ({
  slug: slugOfName(name),
  name,
  family,
  place,
  ...more,
})

const anchors: readonly Monster[] = [
  monster('Bog Wight', 'undead', 'brine_fen'),
  monster('Lantern Eater', 'spirit', 'lantern_ward', { tier: 'boss', isLootless: true }),
  monster('Reed Toad', 'beast', 'brine_fen'),
  monster('Wick Moth', 'insect', 'lantern_ward'),
]

function everyMonster(): Monster[] {
  const plain = places.flatMap(({ slug: place, prefixes }) =>
    prefixes.flatMap((prefix) =>
      Object.entries(families).flatMap(([family, { bases }]) =>
        bases.map((base) => monster(`${prefix} ${base}`, family, place)),
      ),
    ),
  )
  const known = new Set(anchors.map(({ slug }) => slug))
  const chosen = shuffled(plain, 'bestiary', ({ slug }) => slug).filter(({ slug }) => !known.has(slug))
  const count = 150 - anchors.length - bosses.length
  return [
    ...anchors,
    ...bosses.map(([name, family, place, tier]) => monster(name, family, place, { tier })),
    // A few have no loot, as in real patches.
    ...chosen.slice(0, count).map((one, index) => (index % 30 === 7 ? { ...one, isLootless: true } : one)),
  ]
}

/** All monsters of the first patch, starting with those that tests and docs name. */
export function monsters(scale: Scale): readonly Monster[] {
  return scale === 'full' ? everyMonster() : anchors
}

function addAbilities(world: Snapshot, one: Monster): void {
  const attacks = families[one.family]?.attacks ?? []
  const stream = new Stream(`abilities/${one.slug}`)
  const chosen = shuffled(attacks, one.slug, String).slice(0, one.tier ? 6 : stream.int(3, 5))
  const abilities = chosen.map((attack) => {
    const min_distance = stream.pick([0, 0, 0, 150, 300])
    return {
      ability_id: `id.monster_ability.${one.slug}_${slugOfName(attack)}`,
      cooldown: stream.between(1.5, 14),
      conditions: { min_distance, max_distance: min_distance + stream.int(2, 9) * 100 },
    }
  })
  for (const variant of variants) {
    for (const { ability_id, cooldown, conditions } of abilities) {
      const hasted = rounded(cooldown / strength[variant] ** 0.35, 1)
      world.add('monster_abilities', {
        monster_id: `id.monster.${one.slug}_${variant}`,
        ability_id,
        cooldown: hasted,
        conditions,
      })
    }
  }
}

/** Adds the three tiers of a monster and their abilities. */
export function addMonster(world: Snapshot, one: Monster): void {
  const family = families[one.family]
  if (!family) throw new Error(`no family ${one.family}`)
  const stream = new Stream(`monster/${one.slug}`)
  const hp = 120 * family.toughness * stream.between(0.75, 1.5) * (one.tier ? bulk[one.tier] : 1)
  const damage = stream.between(9, 18) * (one.tier ? 1.7 : 1)
  const resistances = Object.fromEntries(
    Object.entries(family.resistances).map(([type, percent]) => [type, percent + 5 * stream.int(-2, 2)]),
  )
  const behaviors = shuffled(family.behaviors, one.slug, String).slice(0, stream.int(1, 2))
  for (const variant of variants) {
    const factor = strength[variant]
    world.add('monsters', {
      id: `id.monster.${one.slug}_${variant}`,
      archetype: `id.monster.${one.slug}`,
      name: nameText(world, one.name),
      family: one.family,
      tier: one.tier ?? variant,
      hp: Math.round(hp * factor),
      damage_min: Math.round(damage * factor ** 0.6),
      damage_max: Math.round(damage * factor ** 0.6 * 1.8),
      resistances,
      behaviors,
      ...(one.isLootless ? {} : { loot_table_id: `id.loot_table.${one.slug}` }),
      animation_paths: ['Idle', 'Walk', 'Death'].map((move) => `Animation/Monster/${camelOf(one.slug)}/${move}`),
    })
  }
  addAbilities(world, one)
}

export function addMonsters(world: Snapshot, scale: Scale): void {
  for (const one of monsters(scale)) addMonster(world, one)
}
