// The perks, skills and spells of classes, each with its ability rows.
import { nameText } from '../name-words.ts'
import { camelOf, slugOfName, textKey } from '../names.ts'
import { rounded, Stream } from '../random.ts'
import type { Snapshot } from '../snapshot.ts'
import { attributeWords, type AttributeWords } from '../words/words-attributes.ts'
import { conditions, elements, rules } from '../words/words-sentences.ts'

const classId = (slug: string): string => `id.player_character.${slug}`

/** A change of an attribute, as a value for the row and as text. */
function boost({ field, format, decimals, name }: AttributeWords, amount: number) {
  const value = rounded(amount, decimals) || 1
  return {
    attribute: `id.attribute.${field}`,
    value,
    word: name,
    text: `${value > 0 ? '+' : '−'}${Math.abs(value)}${format === 'percent' ? '%' : ''}`,
  }
}

function known(world: Snapshot): readonly AttributeWords[] {
  return attributeWords.filter(({ field }) => world.has('attributes', `id.attribute.${field}`))
}

/** A random boost of one of the attributes, or of any; about as strong as two epic rolls. */
export function drawnBoost(world: Snapshot, key: string, factor: number, fields?: readonly string[]) {
  const stream = new Stream(`boost/${key}`)
  const all = known(world)
  const fitting = all.filter(({ field }) => fields?.includes(field))
  const attribute = stream.pick(fitting.length > 0 ? fitting : all)
  return boost(attribute, attribute.roll[1] * stream.between(1.2, 2.4) * factor)
}

export interface Art {
  readonly name: string
  readonly classes: readonly string[]
  /** Attributes that it may change. */
  readonly strengths: readonly string[]
}

/** Sets a perk and its ability; a `strength` other than 1 rebalances it. */
export function setPerk(world: Snapshot, { name, classes, strengths }: Art, canUse: boolean, strength = 1): void {
  const slug = slugOfName(name)
  const { attribute, value, word, text } = drawnBoost(world, `perk/${slug}`, strength, strengths)
  const when = new Stream(`when/${slug}`).pick(conditions)
  const desc_data = world.text(textKey('perk', slug, 'description'), {
    words: rules.perk,
    slots: { attribute: word, value: text, when },
  })
  const ability = `id.perk_ability.${slug}`
  world.tables.perks.set(`id.perk.${slug}`, {
    id: `id.perk.${slug}`,
    name: nameText(world, name),
    source_key: `Id_Perk_${camelOf(slug)}`,
    desc_data,
    art_data: `Art_Perk_${camelOf(slug)}`,
    can_use: canUse,
    classes: classes.map(classId),
    abilities: [ability],
  })
  world.tables.perk_abilities.set(ability, { id: ability, perk_id: `id.perk.${slug}`, effects: [{ attribute, value }] })
}

const skillTypes = ['Instant', 'Instant', 'Channel', 'Toggle']

export function addSkill(world: Snapshot, { name, classes, strengths }: Art, tier: number): void {
  const slug = slugOfName(name)
  const stream = new Stream(`skill/${slug}`)
  const seconds = stream.int(3, 20)
  const { attribute, value, word, text } = drawnBoost(world, `skill/${slug}`, 1.6, strengths)
  const desc_data = world.text(textKey('skill', slug, 'description'), {
    words: rules.skill,
    slots: { seconds, attribute: word, value: text },
  })
  const ability = `id.skill_ability.${slug}`
  world.add('skills', {
    id: `id.skill.${slug}`,
    name: nameText(world, name),
    source_key: `Id_Skill_${camelOf(slug)}`,
    desc_data,
    art_data: `Art_Skill_${camelOf(slug)}`,
    skill_type: `Type.Skill.${stream.pick(skillTypes)}`,
    skill_tier: tier,
    use_moving: stream.chance(0.6),
    can_use: true,
    classes: classes.map(classId),
    abilities: [ability],
  })
  const stamina = stream.int(4, 12) * 5
  world.add('skill_abilities', {
    id: ability,
    skill_id: `id.skill.${slug}`,
    duration: seconds,
    stamina,
    effects: [{ attribute, value }],
  })
}

const castings = ['Casting', 'Casting', 'Instant', 'Channel']
const costs = ['SpellPoints', 'SpellPoints', 'Cooldown', 'Health']

export function addSpell(world: Snapshot, { name, classes }: Omit<Art, 'strengths'>, element: string): void {
  const slug = slugOfName(name)
  const stream = new Stream(`spell/${slug}`)
  const source = stream.chance(0.75) ? element : stream.pick(Object.keys(elements))
  const damage = stream.int(6, 40)
  const isHealing = /mend|knit|heart|warmth|bread|carol|birth|truce|rest|wound|pulse|remedy|cauterize/.test(slug)
  const desc = world.text(textKey('spell', slug, 'description'), {
    words: isHealing ? rules.heal : rules.spell,
    slots: { damage, element: elements[source] ?? source },
  })
  const range = stream.chance(0.15) ? 0 : stream.int(4, 30) * 100
  const hasArea = stream.chance(0.5)
  const ability = `id.spell_ability.${slug}`
  world.add('spells', {
    id: `id.spell.${slug}`,
    name: nameText(world, name),
    source_key: `Id_Spell_${camelOf(slug)}`,
    desc,
    range,
    // A spell without a range affects everyone around the caster.
    ...(hasArea || range === 0 ? { area_radius: stream.int(1, 10) * 50 } : {}),
    art_data: `Art_Spell_${camelOf(slug)}`,
    casting_type: `Type.Spell.Cast.${stream.pick(castings)}`,
    cost_type: `Type.Spell.Cost.${stream.pick(costs)}`,
    source_type: `Type.Spell.Source.${source}`,
    spell_tag: `Spell.${source}.${camelOf(slug)}`,
    sound_data: `Sound_Spell_${camelOf(slug)}`,
    classes: classes.map(classId),
    abilities: [ability],
  })
  const cast_time = rounded(stream.between(0.3, 2.2), 1)
  world.add('spell_abilities', {
    id: ability,
    spell_id: `id.spell.${slug}`,
    cast_time,
    [isHealing ? 'healing' : 'damage']: damage,
  })
}
