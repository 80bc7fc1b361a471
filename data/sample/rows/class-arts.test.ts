import { expect, it } from 'vitest'
import { readSample, rowsOf } from '../test/read-sample.ts'

it('every spell has a range or an area', async () => {
  const [first] = await readSample('full')
  const near = rowsOf(first, 'spells').filter(({ range }) => range === 0)
  expect(near.length).toBeGreaterThan(5)
  expect(near.filter(({ area_radius }) => !(Number(area_radius) > 0))).toEqual([])
})
