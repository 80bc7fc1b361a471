import { describe, expect, it } from 'vitest'
import { mapPlan } from './map-plan.ts'

const spawner = (x: number, y: number, spawner_type = 'monster') => ({ spawner_type, location: { x, y, z: 0 } })

describe('the plan of a map', () => {
  it('has every spawner with a location, with the same scale on both axes', () => {
    const plan = mapPlan([spawner(0, 0), spawner(8800, 4400, 'loot'), { spawner_type: 'empty', location: {} }])
    expect(plan?.points.map(({ type, x, y }) => [type, x, y])).toEqual([
      ['monster', 6, 6],
      ['loot', 94, 50],
    ])
    expect(plan?.height).toBe(56)
  })

  it('has a grid with a round step inside its bounds', () => {
    const plan = mapPlan([spawner(-4100, 0), spawner(4700, 4400)])
    expect(plan?.step).toBe(2000)
    expect(plan?.columns).toHaveLength(5)
    for (const at of plan?.columns ?? []) expect(at > 0 && at < 100).toBe(true)
  })

  it('has a minimum and a maximum height', () => {
    expect(mapPlan([spawner(0, 0), spawner(1000, 0)])?.height).toBe(40)
    const high = mapPlan([spawner(0, 0), spawner(0, 9000)])
    expect(high?.height).toBeLessThanOrEqual(110)
    for (const { y } of high?.points ?? []) expect(y > 0 && y < 110).toBe(true)
  })

  it('is undefined for fewer than two locations', () => {
    expect(mapPlan([spawner(1, 1), { location: {} }])).toBeUndefined()
  })
})
