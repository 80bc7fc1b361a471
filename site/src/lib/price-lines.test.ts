import { describe, expect, it } from 'vitest'
import { priceLines, type Bucket } from './price-lines.ts'

const bucket = (hour: number, median: number, volume = 1): Bucket => ({
  timestamp: new Date(Date.UTC(2026, 0, 1, hour)).toISOString(),
  avg: median,
  median,
  min: median - 10,
  max: median + 10,
  volume,
  listings: 2,
})

describe('a price chart', () => {
  it('keeps every point within the picture, dearer higher up', () => {
    const { points, bars, width, height } = priceLines([bucket(0, 100), bucket(1, 300, 5), bucket(2, 200)])
    expect(points.map(({ x }) => x)).toEqual([...points.map(({ x }) => x)].sort((a, b) => a - b))
    expect(points[1]?.y).toBeLessThan(points[0]?.y ?? 0)
    for (const { x, y } of points) expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true)
    expect(bars[1]?.height).toBeGreaterThan(bars[0]?.height ?? 0)
  })

  it('draws one point in the middle, and nothing of nothing', () => {
    expect(priceLines([bucket(0, 100)]).points).toHaveLength(1)
    expect(priceLines([])).toMatchObject({ line: '', band: '', points: [], timeTicks: [] })
  })

  it('tells every point in words', () => {
    expect(priceLines([bucket(0, 1200)]).points[0]?.title).toMatch(/UTC: median 1,200 of 2 listings/)
  })
})
