import type { Phrase } from '../phrase.ts'
import { shuffled, Stream } from '../random.ts'
import type { Snapshot } from '../snapshot.ts'
import { motifs, titles } from '../words/words-motifs.ts'

const columns = { quests: 'title', achievements: 'name' } as const

/** A title made of two motifs that is unique within the resource. */
export function unusedTitle(world: Snapshot, resource: keyof typeof columns, slug: string): Phrase {
  const words = new Stream(`title/${slug}`).pick(titles)
  const [a = '', ...others] = shuffled(motifs, `motifs/${slug}`, String)
  const used = world
    .rows(resource)
    .map((row) => world.texts.get(String(row[columns[resource]])))
    .filter((title) => title?.words === words && title.slots?.a === a)
  const b = others.find((motif) => !used.some((title) => title?.slots?.b === motif))
  if (b === undefined) throw new Error(`no title is left for ${slug}`)
  return { words, slots: { a, b } }
}
