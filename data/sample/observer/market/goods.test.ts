import { expect, it } from 'vitest'
import { anchorArchetypes } from '../../rows/blueprints.ts'
import { newestWorld } from '../newest-world.ts'
import { Goods } from './goods.ts'

it('gives a high demand to the archetypes that tests and docs name, and to others independently of their position', () => {
  const goods = new Goods(newestWorld('full'))
  const picks = 200_000
  const counts = new Map<string, number>()
  for (let n = 0; n < picks; n++) {
    const { archetype } = goods.pick((n + 0.5) / picks).item
    counts.set(archetype, (counts.get(archetype) ?? 0) + 1)
  }
  const others = [...counts].filter(([archetype]) => !anchorArchetypes.has(archetype)).map(([, count]) => count)
  const blade = counts.get('id.item.gloam_blade') ?? 0
  const firstOthers = [...counts.keys()].filter((archetype) => !anchorArchetypes.has(archetype)).slice(0, 2)
  expect(firstOthers.map((archetype) => (counts.get(archetype) ?? 0) < blade / 4)).toEqual([true, true])
  expect(others.length).toBeGreaterThan(500)
})
