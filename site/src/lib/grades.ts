import type { Thing } from './ledger.ts'
import { inWords } from './words.ts'

type Graded = Pick<Thing, 'id' | 'rarity' | 'tier'>

/** In words what tells things of one name apart, each of its own: `Rare`, or `Boss, elite` where all are bosses. */
export function gradesOf(things: readonly Graded[]): string[] {
  const grades = things.map(({ rarity, tier }) => rarity ?? tier ?? '')
  const isTelling = things.length === 1 || new Set(grades).size === grades.length
  return things.map(({ id }, place) => {
    const end = isTelling ? '' : (id.split(/[._]/).at(-1) ?? '')
    return [grades[place] && inWords(grades[place]), end].filter(Boolean).join(', ')
  })
}
