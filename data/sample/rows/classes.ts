import { nameText } from '../name-words.ts'
import { camelOf, slugOfName, textKey } from '../names.ts'
import { Stream } from '../random.ts'
import { take, type Scale } from '../scale.ts'
import type { Snapshot } from '../snapshot.ts'
import { classWords, sharedPerks, sharedStrengths, type ClassWords } from '../words/words-classes.ts'
import { facetWords } from '../words/words-facets.ts'
import { places } from '../words/words-places.ts'
import { rules } from '../words/words-sentences.ts'
import { emotes } from '../words/words-town.ts'
import { addSkill, addSpell, setPerk, type Art } from './class-arts.ts'

function addClass(
  world: Snapshot,
  { slug, hands }: ClassWords,
  arts: { perks: readonly string[]; skills: readonly string[] },
): void {
  const camel = camelOf(slug)
  const word = facetWords.required_class?.[slug] ?? camel
  const flavor = { words: rules.class, slots: { who: word, place: new Stream(`class/${slug}`).pick(places).within } }
  world.add('classes', {
    id: `id.player_character.${slug}`,
    name: nameText(world, camel),
    source_key: `Id_PlayerCharacter_${camel}`,
    art_data: `Art_PlayerCharacter_${camel}`,
    class_info: `Info_PlayerCharacter_${camel}`,
    sound_data: `Sound_PlayerCharacter_${camel}`,
    effects: `Effects_PlayerCharacter_${camel}`,
    flavor_text: world.text(textKey('class', slug, 'flavor'), flavor),
    can_use: true,
    is_default: slug === 'warden',
    character_types: [`Type.Character.${camel}`, 'Type.Character.Player'],
    abilities: arts.skills.map((name) => `id.skill.${slugOfName(name)}`),
    perks: arts.perks.map((name) => `id.perk.${slugOfName(name)}`),
    emotes: emotes
      .filter((emote) => new Stream(`emote/${slug}/${emote}`).chance(0.7))
      .map((emote) => `id.emote.${emote}`),
    default_hands: hands,
  })
}

/** The perks of a world, with their classes. */
export function perkArts(scale: Scale): (Art & { canUse: boolean })[] {
  const classes = take(scale, classWords, 3)
  const everyone = classes.map(({ slug }) => slug)
  return [
    ...classes.flatMap(({ slug, perks, strengths }) =>
      take(scale, perks, 2).map((name) => ({ name, classes: [slug], strengths, canUse: true })),
    ),
    ...take(scale, sharedPerks, 1).map((name, index) => ({
      name,
      classes: everyone,
      strengths: sharedStrengths,
      canUse: index > 2,
    })),
  ]
}

/** Adds classes with their perks, skills and spells. */
export function addClasses(world: Snapshot, scale: Scale): void {
  const perks = perkArts(scale)
  for (const { canUse, ...art } of perks) setPerk(world, art, canUse)
  for (const words of take(scale, classWords, 3)) {
    const classes = [words.slug]
    const skills = take(scale, words.skills, 2)
    const own = perks.filter((perk) => perk.classes.includes(words.slug)).map(({ name }) => name)
    addClass(world, words, { perks: own, skills })
    skills.forEach((name, index) =>
      addSkill(world, { name, classes, strengths: words.strengths }, 1 + Math.floor(index / 3)),
    )
    for (const name of take(scale, words.spells ?? [], 3)) addSpell(world, { name, classes }, words.element ?? 'Lamp')
  }
}
