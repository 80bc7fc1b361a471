// What players strive for or give up: achievements and faustian bargains.
import { camelOf, pad, slugOf, textKey } from '../names.ts'
import { shuffled, Stream } from '../random.ts'
import { take, type Scale } from '../scale.ts'
import type { Snapshot } from '../snapshot.ts'
import { classWords } from '../words/words-classes.ts'
import { facetWords } from '../words/words-facets.ts'
import { motifs, titles } from '../words/words-motifs.ts'
import { deeds, rules } from '../words/words-sentences.ts'
import { drawnBoost } from './class-arts.ts'

const ladder = [3, 5, 10, 25, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 2500]

function who(category: string, n: number): string {
  const column = category === 'class' ? 'required_class' : 'type'
  const slugs = category === 'class' ? classWords.map(({ slug }) => slug) : Object.keys(facetWords.type ?? {})
  return facetWords[column]?.[slugs[n % slugs.length] ?? ''] ?? ''
}

export function addAchievement(world: Snapshot, category: string, n: number): void {
  const slug = `${category}_${pad(n)}`
  const [a = '', b = ''] = shuffled(motifs, `achievement/${slug}`, String)
  const count = category === 'class' ? 10 * (1 + Math.floor(n / 10)) : (ladder[n - 1] ?? 100 * n)
  const name = { words: new Stream(`achievement/${slug}`).pick(titles), slots: { a, b } }
  world.add('achievements', {
    id: `id.achievement.${slug}`,
    archetype: `id.achievement.${category}`,
    source_key: `Id_Achievement_${camelOf(slug)}`,
    name: world.text(textKey('achievement', slug, 'name'), name),
    description: world.text(textKey('achievement', slug, 'description'), {
      words: deeds[category] ?? '',
      slots: { count, who: who(category, n) },
    }),
    category,
    payload: { goal: count, points: 5 * (1 + Math.floor(n / 3)), is_hidden: n % 13 === 0 },
  })
}

/** Adds a bargain: something gained, something else lost. */
function addBargain(world: Snapshot, n: number): void {
  // Strides that no two bargains and no pair of equal words share.
  const a = motifs[n % motifs.length] ?? ''
  const b = motifs[(7 * n + 11 + 5 * Math.floor(n / motifs.length)) % motifs.length] ?? ''
  const slug = `${slugOf(a.split('|')[0] ?? '')}_for_${slugOf(b.split('|')[0] ?? '')}`
  const tier = 1 + (n % 4)
  const gain = drawnBoost(world, `gain/${n}`, tier)
  const loss = drawnBoost(world, `loss/${n}`, -tier)
  const slots = { gain: gain.word, gainValue: gain.text, loss: loss.word, lossValue: loss.text }
  const effects = [gain, loss].map(({ attribute, value }) => ({ attribute, value }))
  world.add('faustian_bargains', {
    id: `id.faustian_bargain.${slug}`,
    archetype: `id.faustian_bargain.tier_${tier}`,
    source_key: `Id_FaustianBargain_${camelOf(slug)}`,
    name: world.text(textKey('bargain', slug, 'name'), { words: titles[1] ?? '', slots: { a, b } }),
    description: world.text(textKey('bargain', slug, 'description'), { words: rules.bargain, slots }),
    tier,
    payload: { abilities: [], effects, skills: [], overrides: { duration: 'run', is_refusable: tier < 4 } },
  })
}

export function addGoals(world: Snapshot, scale: Scale): void {
  for (const category of Object.keys(deeds)) {
    for (const n of take(
      scale,
      ladder.map((_, index) => index + 1),
      2,
    ))
      addAchievement(world, category, n)
  }
  const numbers = Array.from({ length: 40 }, (_, n) => n)
  for (const n of take(scale, numbers, 4)) addBargain(world, n)
}
