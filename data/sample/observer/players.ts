import { slugIn } from '../names.ts'
import { Stream } from '../random.ts'
import type { Scale } from '../scale.ts'
import type { Snapshot } from '../snapshot.ts'
import { nameParts, languages, type Language } from './words/words-players.ts'
import { adventureRanks } from './words/words-ranks.ts'

export interface Player {
  readonly id: number
  readonly name: string
  /** The tag of the class: `warden`. */
  readonly characterClass: string
  readonly rank: string
  readonly language: Language
}

const rosterSize = { full: 1200, small: 60 } as const

function nameOf(language: Language, stream: Stream): string {
  const { first, second } = nameParts[language]
  const name = stream.pick(first) + stream.pick(second)
  return stream.chance(0.15) ? `${name}${stream.int(2, 99)}` : name
}

/** All characters that the observer may see; names are unique. */
export function rosterOf(world: Snapshot, scale: Scale): readonly Player[] {
  const classes = world.rows('classes').map(({ id }) => slugIn(String(id)))
  const taken = new Set<string>()
  return Array.from({ length: rosterSize[scale] }, (_, index) => {
    const stream = new Stream(`player/${index}`)
    const language = stream.pick(languages)
    let name = nameOf(language, stream)
    while (taken.has(name)) name += String(stream.int(0, 9))
    taken.add(name)
    // Squaring makes high ranks rare.
    const rank = adventureRanks[Math.floor(stream.next() ** 2 * adventureRanks.length)] ?? ''
    return { id: 1001 + index * 7, name, characterClass: stream.pick(classes), rank, language }
  })
}
