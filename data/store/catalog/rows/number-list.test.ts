import { expect, it } from 'vitest'
import { NumberList } from './number-list.ts'

it('has the numbers in the order in which they were added', () => {
  const list = new NumberList()
  expect([...list.all()]).toEqual([])
  const numbers = Array.from({ length: 5000 }, (_, at) => (at * 857_123) % 2 ** 32)
  for (const number of numbers) list.push(number)
  expect([...list.all()]).toEqual(numbers)
  expect(list).toHaveLength(5000)
})
