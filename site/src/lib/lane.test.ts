import { expect, it } from 'vitest'
import { Busy, lane } from './lane.ts'

/** Makes things by hand; notes which have begun. */
function byHand(mostWaiting: number) {
  const inLane = lane(mostWaiting)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const make = (name: string) =>
    inLane(() => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    })
  return { make, begun, ends }
}
const soon = () => new Promise((resolve) => setTimeout(resolve))

it('one is made after another', async () => {
  const { make, begun, ends } = byHand(2)
  const made = ['a', 'b', 'c'].map(make)
  for (const [nth, names] of ['a', 'ab', 'abc'].entries()) {
    await soon()
    expect(begun.join('')).toBe(names)
    ends[nth]?.()
  }
  expect(await Promise.all(made)).toEqual(['a', 'b', 'c'])
})

it('who would wait behind too many is refused, until there is room', async () => {
  const { make, begun, ends } = byHand(1)
  const made = ['a', 'b'].map(make)
  await expect(make('c')).rejects.toThrow(Busy)
  await soon()
  ends[0]?.()
  await made[0]
  const again = make('c')
  await soon()
  ends[1]?.()
  await soon()
  ends[2]?.()
  expect(await again).toBe('c')
  expect(begun).toEqual(['a', 'b', 'c'])
})
