// Achievements and faustian bargains.
import { camelOf, pad, slugOfName, textKey } from '../names.ts'
import { render, type Words } from '../phrase.ts'
import { take, type Scale } from '../scale.ts'
import type { Snapshot } from '../snapshot.ts'
import { attributeWords } from '../words/words-attributes.ts'
import { classWords } from '../words/words-classes.ts'
import { facetWords } from '../words/words-facets.ts'
import { motifs, titles } from '../words/words-motifs.ts'
import { achievementTexts, itemsOfType, rules } from '../words/words-sentences.ts'
import { drawnBoost } from './class-arts.ts'
import { unusedTitle } from './titles.ts'

const ladder = [3, 5, 10, 25, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 2500, 5000, 10_000]

/** Steps of the ladder that every category has from the first patch on. */
const firstSteps = 15

/** The class or the kind of items that the achievement is about. */
function who(category: string, n: number): Words {
  if (category === 'class') return facetWords.required_class?.[classWords[n % classWords.length]?.slug ?? ''] ?? ''
  const kinds = Object.values(itemsOfType)
  return kinds[n % kinds.length] ?? ''
}

export function addAchievement(world: Snapshot, category: string, n: number): void {
  const slug = `${category}_${pad(n)}`
  const count = category === 'class' ? 10 * (1 + Math.floor(n / 10)) : ladder[n - 1]
  if (count === undefined) throw new Error(`the ladder has no step ${n}`)
  const name = unusedTitle(world, 'achievements', slug)
  world.add('achievements', {
    id: `id.achievement.${slug}`,
    archetype: `id.achievement.${category}`,
    source_key: `Id_Achievement_${camelOf(slug)}`,
    name: world.text(textKey('achievement', slug, 'name'), name),
    description: world.text(textKey('achievement', slug, 'description'), {
      words: achievementTexts[category] ?? '',
      slots: { count, who: who(category, n) },
    }),
    category,
    payload: { goal: count, points: 5 * (1 + Math.floor(n / 3)), is_hidden: n % 13 === 0 },
  })
}

/** Adds a bargain, with a benefit and a drawback. */
function addBargain(world: Snapshot, n: number): void {
  // Different strides through the motifs, so that no pair occurs twice and no title has the same motif twice.
  const a = motifs[n % motifs.length] ?? ''
  const b = motifs[(7 * n + 11 + 5 * Math.floor(n / motifs.length)) % motifs.length] ?? ''
  const name = { words: titles[1] ?? '', slots: { a, b } }
  const slug = slugOfName(render(name, 'en'))
  const tier = 1 + (n % 4)
  const gain = drawnBoost(world, `gain/${n}`, tier)
  const others = attributeWords.map(({ field }) => field).filter((field) => gain.attribute !== `id.attribute.${field}`)
  const loss = drawnBoost(world, `loss/${n}`, -tier, others)
  const slots = { gain: gain.word, gainValue: gain.text, loss: loss.word, lossValue: loss.text }
  const effects = [gain, loss].map(({ attribute, value }) => ({ attribute, value }))
  world.add('faustian_bargains', {
    id: `id.faustian_bargain.${slug}`,
    archetype: `id.faustian_bargain.tier_${tier}`,
    source_key: `Id_FaustianBargain_${camelOf(slug)}`,
    name: world.text(textKey('bargain', slug, 'name'), name),
    description: world.text(textKey('bargain', slug, 'description'), { words: rules.bargain, slots }),
    tier,
    payload: { abilities: [], effects, skills: [], overrides: { duration: 'run', is_refusable: tier < 4 } },
  })
}

export function addGoals(world: Snapshot, scale: Scale): void {
  for (const category of Object.keys(achievementTexts)) {
    const steps = Array.from({ length: firstSteps }, (_, index) => index + 1)
    for (const n of take(scale, steps, 2)) addAchievement(world, category, n)
  }
  const numbers = Array.from({ length: 40 }, (_, n) => n)
  for (const n of take(scale, numbers, 4)) addBargain(world, n)
}
