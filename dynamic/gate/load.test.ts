import { expect, it } from 'vitest'
import { Load, refuseLate } from './load.ts'

/** Resolves in the next turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('requests of a turn that has taken a second are refused, those of the next one are not', async () => {
  let worked = 1000
  const load = new Load(() => worked)
  expect(load.isTooHigh()).toBe(false)
  worked = 2000
  expect(load.isTooHigh()).toBe(false)
  worked = 2001
  expect(load.isTooHigh()).toBe(true)
  await turn()
  expect(load.isTooHigh()).toBe(false)
})

it('requests are refused while 250 answers are being computed, whether they fail or not', async () => {
  const load = new Load()
  const ends: (() => void)[] = []
  const made = Array.from({ length: 250 }, (_, nth) =>
    load.count(
      new Promise<void>((resolve, reject) => ends.push(nth % 2 ? resolve : () => reject(new Error('it failed')))),
    ),
  )
  expect(load.isTooHigh()).toBe(true)
  const settled = Promise.allSettled(made)
  ends[0]?.()
  await turn()
  expect(load.isTooHigh()).toBe(false)
  for (const end of ends) end()
  await settled
})

it('a refusal says when to try again, and is not given at once', async () => {
  const began = performance.now()
  await expect(refuseLate()).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '2' } })
  expect(performance.now() - began).toBeGreaterThan(900)
})
