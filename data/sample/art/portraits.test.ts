import { describe, expect, it } from 'vitest'
import { monsters } from '../rows/monsters.ts'
import { isUnseen, portrait } from './portraits.ts'

const bestiary = monsters('full')

describe('portraits', () => {
  it('lack for about a tenth of the archetypes, bosses never', () => {
    const unseen = bestiary.filter(({ slug }) => isUnseen(slug))
    expect(unseen.length / bestiary.length).toBeGreaterThan(0.06)
    expect(unseen.length / bestiary.length).toBeLessThan(0.14)
    expect(unseen.filter(({ tier }) => tier)).toEqual([])
  })

  it('differ between any two archetypes, and never for one', () => {
    const drawings = bestiary.map(({ slug, family, tier }) => portrait(slug, family, tier ?? 'common'))
    expect(new Set(drawings).size).toBe(bestiary.length)
    expect(bestiary.map(({ slug, family, tier }) => portrait(slug, family, tier ?? 'common'))).toEqual(drawings)
  })

  it('of bosses have a ring', () => {
    expect(portrait('drowned_king', 'drowned', 'boss')).toContain('stroke-dasharray')
    expect(portrait('eel_duchess', 'drowned', 'sub_boss')).toContain('#b4c2cc')
    expect(portrait('bog_wight', 'undead', 'common')).not.toContain('stroke-dasharray')
  })
})
