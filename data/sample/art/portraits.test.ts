import { describe, expect, it } from 'vitest'
import { monsters } from '../rows/monsters.ts'
import { newestWorld } from '../observer/newest-world.ts'
import { addPictures } from './add-pictures.ts'
import { isUnseen, portrait } from './portraits.ts'

const bestiary = monsters('full')

describe('portraits', () => {
  it('are missing for about a tenth of the archetypes, but for no boss', () => {
    const unseen = bestiary.filter(({ slug }) => isUnseen(slug))
    expect(unseen.length / bestiary.length).toBeGreaterThan(0.06)
    expect(unseen.length / bestiary.length).toBeLessThan(0.14)
    expect(unseen.filter(({ tier }) => tier)).toEqual([])
  })

  it('differ between archetypes, and are the same for one archetype', () => {
    const draw = () => bestiary.map((one) => portrait({ tier: 'common', ...one }))
    const drawings = draw()
    expect(new Set(drawings).size).toBe(bestiary.length)
    expect(draw()).toEqual(drawings)
  })

  it('have the atmosphere of the map where a spawner has the monster, not of one that its name suggests', () => {
    const pictures = addPictures(newestWorld('full'))
    const drawn = (slug: string): string => {
      const asset = pictures.get(`assets/portraits/${slug}.png`)
      return asset && 'svg' in asset ? asset.svg() : ''
    }
    const mason = { slug: 'tolling_mason', family: 'construct', tier: 'common' }
    expect(drawn('tolling_mason')).toBe(portrait({ ...mason, place: 'bell_quarry' }))
    expect(drawn('tolling_mason')).not.toBe(portrait({ ...mason, place: 'lantern_ward' }))
    const hound = { slug: 'attic_candlehound', family: 'fiend', tier: 'common', place: 'lantern_ward' }
    expect(drawn('attic_candlehound')).toBe(portrait(hound))
  })

  it('of bosses have a ring', () => {
    const place = 'brine_fen'
    const drowned = { family: 'drowned', place }
    expect(portrait({ ...drowned, slug: 'drowned_king', tier: 'boss' })).toContain('stroke-dasharray')
    expect(portrait({ ...drowned, slug: 'eel_duchess', tier: 'sub_boss' })).toContain('#b4c2cc')
    const wight = { slug: 'bog_wight', family: 'undead', tier: 'common', place }
    expect(portrait(wight)).not.toContain('stroke-dasharray')
  })
})
