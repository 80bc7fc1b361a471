// The signs in pictures of perks, skills, bargains and spells, chosen by the attribute that they change or by their element.
import type { Row } from '../rows.ts'
import { rawHues } from './goods-pictures.ts'
import { symbolShapes } from './shapes/symbols.ts'
import type { Shape } from './draw.ts'
import type { SpellForm } from './tile.ts'
import { materials, type Palette } from './tones.ts'

export interface Sign {
  readonly name: string
  readonly shape: Shape
  readonly palette: Palette
}

type Hue = keyof typeof rawHues

export function sign(name: string, shape: Shape | undefined, main: string, accent: string): Sign {
  if (shape === undefined) throw new Error(`nobody has drawn ${name}`)
  return { name, shape, palette: { ...materials.brown, main, accent } }
}

// The first that fits the attribute's field: sign, its color, what shines in it.
const attributeSigns: readonly (readonly [name: string, main: Hue, accent: Hue, fields: RegExp])[] = [
  ['flame', 'copper', 'amber', /^fire_/],
  ['frost', 'ice', 'blue', /^frost_/],
  ['storm', 'iron', 'gold', /^storm_/],
  ['poison', 'green', 'bone', /^poison_/],
  ['shadow', 'violet', 'rose', /^(shadow_|curse_)/],
  ['lamp', 'gold', 'amber', /^light_/],
  ['thorn', 'brown', 'moss', /^thorns/],
  ['blood', 'red', 'bone', /_steal$/],
  ['hourglass', 'gold', 'teal', /^(cooldown_|buff_)/],
  ['gear', 'copper', 'amber', /^(interaction_|salvage_)/],
  ['potion', 'bone', 'red', /^potion_/],
  ['mend', 'bone', 'green', /^healing_/],
  ['heart', 'red', 'bone', /^(vitality|max_health)/],
  ['wind', 'teal', 'ice', /stamina/],
  ['star', 'blue', 'ice', /(mana|lore|spell_slots)/],
  ['pillar', 'ash', 'blue', /^(resolve|magic_resistance)/],
  ['spark', 'violet', 'ice', /^(magic_damage|magical_power|cast_speed)/],
  ['shatter', 'iron', 'red', /^(.*_penetration|impact|true_damage)/],
  ['target', 'bone', 'red', /^(critical_|weak_|range_)/],
  ['slashes', 'iron', 'bone', /^(attack_speed|finesse|weapon_damage)/],
  ['fist', 'copper', 'gold', /^(might|physical_power)/],
  ['clover', 'green', 'gold', /^fortune/],
  ['sack', 'brown', 'gold', /^carry_/],
  ['veil', 'night', 'violet', /^(quietness|guile)/],
  ['wing', 'bone', 'ice', /^(move_speed|nimbleness|dodge_)/],
  ['shield', 'iron', 'blue', /./],
]

/** The sign of the first attribute that an ability changes. */
export function signOfEffects(effects: Row[string]): Sign {
  const field = /"attribute":"id\.attribute\.(\w+)"/.exec(JSON.stringify(effects ?? ''))?.[1] ?? ''
  const [name = 'shield', main = 'iron', accent = 'blue'] =
    attributeSigns.find(([, , , fields]) => fields.test(field)) ?? []
  return sign(name, symbolShapes[name], rawHues[main], rawHues[accent])
}

const elementSigns: Readonly<Record<string, readonly [name: string, main: string, accent: string]>> = {
  Ember: ['flame', '#d8562f', '#ffa23c'],
  Frost: ['frost', '#b8e4f6', '#57b4ec'],
  Storm: ['storm', '#7f8db0', '#ffe066'],
  Gloom: ['shadow', '#6b4fb3', '#b18bff'],
  Thorn: ['thorn', '#6f8a3f', '#a8d94f'],
  Bone: ['bone', '#ddd2b4', '#9fd0c0'],
  Hymn: ['hymn', '#e0b455', '#ffd98a'],
  Lamp: ['lamp', '#c99a48', '#ffc65c'],
}

/** The sign of a spell's element; `Type.Spell.Source.Ember` is ember. */
export function signOfElement(source: Row[string]): Sign {
  const element = String(source).split('.').at(-1) ?? ''
  const [name, main, accent] = elementSigns[element] ?? ['spark', '#9a72e0', '#8fd6ee']
  return { ...sign(name, symbolShapes[name], main, accent), name: element.toLowerCase() }
}

/** The effect of a spell, as its picture shows it. */
export function formOf(spell: Row, ability: Row | undefined): SpellForm {
  if (ability && 'healing' in ability) return 'mend'
  if (spell.range === 0) return 'ward'
  return spell.area_radius === undefined ? 'bolt' : 'burst'
}

/** Of achievements, by their rank. */
export const medals = {
  bronze: { ...materials.brown, main: '#b9773f' },
  gold: materials.gold,
} as const satisfies Readonly<Record<string, Palette>>
