import { textKey } from '../names.ts'
import type { Snapshot } from '../snapshot.ts'
import { facetWords } from '../words/words-facets.ts'

export function addFacets(world: Snapshot): void {
  const labels = (column: string, words: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(words).map(([slug, label]) => [
        slug,
        world.text(textKey('label', column, slug), { words: label }),
      ]),
    )
  world.facets = Object.fromEntries(
    Object.entries(facetWords).map(([column, words]) => [column, labels(column, words)]),
  )
}
