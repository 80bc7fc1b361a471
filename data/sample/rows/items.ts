import { effectText, nameText } from '../name-words.ts'
import { textKey } from '../names.ts'
import type { Phrase } from '../phrase.ts'
import { rounded, shuffled, Stream } from '../random.ts'
import type { ItemRow } from '../rows.ts'
import type { Snapshot } from '../snapshot.ts'
import type { Scale } from '../scale.ts'
import { attributeWords } from '../words/words-attributes.ts'
import { places } from '../words/words-places.ts'
import { herbOrigins, origins, recipeOrigins, remarks } from '../words/words-sentences.ts'
import { blueprints, type Blueprint } from './blueprints.ts'

export const rarities = ['poor', 'common', 'uncommon', 'rare', 'epic', 'legendary', 'unique', 'artifact'] as const

// By rarity from poor to artifact.
const usualGearScore = [6, 14, 24, 36, 50, 68, 88, 120]
const usualPrice = [0.3, 1, 1.8, 3.4, 6.5, 13, 24, 60]
const growth = [0.9, 1, 1.08, 1.16, 1.25, 1.34, 1.42, 1.55]
const rollGrowth = [0, 0.6, 0.7, 0.85, 1, 1.2, 1.35, 1.6]
const slots = [0, 0, 1, 2, 3, 4, 5, 5]
const requiredKnowledge = [0, 0, 0, 5, 10, 15, 20, 25]
const experience = [1, 2, 3, 5, 8, 12, 18, 30]

const at = (table: readonly number[], rarity: number): number => table[rarity - 1] ?? 0

/** The attributes that an item of a type can roll. */
const rollable: Readonly<Record<string, readonly string[]>> = {
  weapon: attributeWords
    .map(({ field }) => field)
    .filter((field) => /might|finesse|damage|power|critical|speed|penetration|steal|impact|lore|light/.test(field)),
  armor: attributeWords
    .map(({ field }) => field)
    .filter((field) =>
      /might|vitality|nimble|resolve|max_|resistance|reduction|thorns|armor_r|move|carry|regeneration|quiet|light/.test(
        field,
      ),
    ),
  accessory: attributeWords
    .map(({ field }) => field)
    .filter((field) => field !== 'weapon_damage' && field !== 'armor_rating'),
  utility: [
    'light_radius',
    'quietness',
    'interaction_speed',
    'fortune',
    'move_speed',
    'fire_resistance',
    'salvage_yield',
  ],
}

function primaryColumns(blueprint: Blueprint, rarity: number, known: ReadonlySet<string>): [string, number][] {
  return attributeWords
    .filter(({ field }) => known.has(field) && field in blueprint.primary)
    .flatMap(({ field, decimals }): [string, number][] => {
      const base = blueprint.primary[field] ?? 0
      // A drawback shrinks a little with rarity, a benefit grows.
      const middle = base < 0 ? base / at(growth, rarity) ** 0.4 : base * at(growth, rarity)
      const spread = Math.abs(middle) * 0.05
      return [
        [`primary_min_${field}`, rounded(middle - spread, decimals)],
        [`primary_max_${field}`, rounded(middle + spread, decimals)],
      ]
    })
}

function secondaryColumns(blueprint: Blueprint, rarity: number, known: ReadonlySet<string>): [string, number][] {
  if (at(slots, rarity) === 0 || blueprint.gear === 0) return []
  const pool = (rollable[blueprint.columns.type ?? ''] ?? []).filter(
    (field) => known.has(field) && !(field in blueprint.primary),
  )
  const chosen = shuffled(pool, `rolls/${blueprint.slug}`, String).slice(
    0,
    new Stream(`pool/${blueprint.slug}`).int(4, 8),
  )
  return attributeWords
    .filter(({ field }) => chosen.includes(field))
    .flatMap(({ field, roll: [low, high], decimals }): [string, number][] => [
      [`secondary_min_${field}`, Math.max(decimals ? 0.1 : 1, rounded(low * at(rollGrowth, rarity), decimals))],
      [`secondary_max_${field}`, Math.max(decimals ? 0.2 : 1, rounded(high * at(rollGrowth, rarity), decimals))],
    ])
}

function itemRow(world: Snapshot, blueprint: Blueprint, rarity: number, description: string): ItemRow {
  const suffix = blueprint.single ? '' : `_${rarity}001`
  const id = `id.item.${blueprint.slug}${suffix}`
  const known = new Set(world.rows('attributes').map(({ field }) => String(field)))
  const primary = primaryColumns(blueprint, rarity, known)
  const secondary = secondaryColumns(blueprint, rarity, known)
  const { type = 'misc', ...columns } = blueprint.columns
  const power = Math.round((blueprint.power ?? 0) * at(growth, rarity) ** 2)
  const knowledge = columns.weapon_type === 'focus' ? at(requiredKnowledge, rarity) : 0
  return {
    id,
    source_key: `Id_Item_${blueprint.camel}${suffix}`,
    archetype: `id.item.${blueprint.slug}`,
    name: nameText(world, blueprint.name),
    rarity: rarities[rarity - 1] ?? 'common',
    type,
    ...columns,
    description,
    ...(blueprint.effect ? { effect: effectText(world, blueprint.effect, power) } : {}),
    ...(blueprint.classes ? { required_class: [...blueprint.classes].sort() } : {}),
    ...(knowledge ? { required_knowledge: knowledge } : {}),
    ...(blueprint.gear ? { gear_score: Math.round(at(usualGearScore, rarity) * blueprint.gear) } : {}),
    vendor_price: Math.max(1, Math.round(blueprint.price * (blueprint.single ? 1 : at(usualPrice, rarity)))),
    ...(rarity > 2 ? { adventure_points: rarity - 2 } : {}),
    experience: at(experience, rarity),
    max_stack_size: blueprint.stack,
    inventory_width: blueprint.size[0],
    inventory_height: blueprint.size[1],
    ...(type === 'armor' || type === 'weapon'
      ? { wearing_delay_time: type === 'armor' ? blueprint.size[1] * 0.5 : 0.5 }
      : {}),
    num_primary_attributes: primary.length / 2,
    num_secondary_attributes: Math.min(at(slots, rarity), secondary.length / 2),
    ...Object.fromEntries([...primary, ...secondary]),
  }
}

function described({ slug, columns }: Blueprint): Phrase {
  const stream = new Stream(`description/${slug}`)
  const isHerb = columns.misc_type === 'herb'
  const isMade = /^(food|drink|potion)$/.test(columns.utility_type ?? '')
  return {
    words: stream.pick(isHerb ? herbOrigins : isMade ? recipeOrigins : origins),
    slots: { place: stream.pick(places).within },
    then: stream.pick(isHerb || isMade ? remarks.slice(0, 6) : remarks),
  }
}

/** Adds every rarity of the archetype, and its description. */
export function addItem(world: Snapshot, blueprint: Blueprint): void {
  const description = world.text(textKey('item', blueprint.slug, 'description'), described(blueprint))
  const [lowest, highest] = blueprint.rarities
  for (let rarity = lowest; rarity <= highest; rarity++)
    world.add('items', itemRow(world, blueprint, rarity, description))
}

export function addItems(world: Snapshot, scale: Scale): void {
  for (const blueprint of blueprints(scale)) addItem(world, blueprint)
}
