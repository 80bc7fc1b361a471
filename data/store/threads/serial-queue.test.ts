import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { SerialQueue } from './serial-queue.ts'

it('runs tasks one after the other, in their order, even after one that failed', async () => {
  const queue = new SerialQueue()
  const done: number[] = []
  const task = (number: number, milliseconds: number) =>
    queue.run(async () => {
      await delay(milliseconds)
      done.push(number)
      if (number === 2) throw new Error('failed')
      return number
    })
  const all = await Promise.allSettled([task(1, 20), task(2, 10), task(3, 0)])
  expect(done).toEqual([1, 2, 3])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('repeats a step between tasks, even if one is always waiting', async () => {
  const queue = new SerialQueue()
  let [steps, isOver] = [0, false]
  const tasks = async () => {
    while (!isOver) await Promise.all([queue.run(() => delay(5)), queue.run(() => delay(5))])
  }
  const running = tasks()
  const step = () => Promise.resolve((steps += 1) < 10)
  await Promise.all([queue.repeat(step), queue.repeat(step)])
  isOver = true
  await running
  expect(steps).toBe(10)
})

it('runs tasks that were added meanwhile before the next step', async () => {
  const queue = new SerialQueue()
  const order: string[] = []
  let left = 2
  const step = () => {
    order.push('step')
    for (const name of left === 2 ? ['a', 'b'] : []) void queue.run(() => Promise.resolve(order.push(name)))
    return Promise.resolve((left -= 1) > 0)
  }
  await queue.repeat(step)
  expect(order).toEqual(['step', 'a', 'b', 'step'])
})

it('can repeat a step again after it has failed', async () => {
  const queue = new SerialQueue()
  let left = 2
  const step = () => ((left -= 1) > 0 ? Promise.reject(new Error('failed')) : Promise.resolve(false))
  await expect(queue.repeat(step)).rejects.toThrow('failed')
  await queue.repeat(step)
  expect(left).toBe(0)
})
