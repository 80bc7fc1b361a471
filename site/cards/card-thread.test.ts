import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { Card } from './card.ts'
import { CardThread } from './card-thread.ts'
import { drawCard } from './draw-card.ts'

const lantern: Card = { kind: ['Items'], name: 'Lantern', figures: [] }

it('draws the same card as without a thread', async () => {
  const drawn = await new CardThread().draw(lantern, undefined)
  expect(Buffer.from(drawn).equals(await drawCard(lantern))).toBe(true)
})

it('reports a card that cannot be drawn, and draws the next', async () => {
  const thread = new CardThread()
  const [wrong, right] = await Promise.allSettled([thread.draw({} as Card, undefined), thread.draw(lantern, undefined)])
  expect([wrong.status, right.status]).toEqual(['rejected', 'fulfilled'])
})

// What is loaded before everything else in each thread: a drawing thread tells how many bytes its space for new objects
// has.
const tellsSpace = `
  import { writeSync } from 'node:fs'
  import { getHeapSpaceStatistics } from 'node:v8'
  import { isMainThread } from 'node:worker_threads'
  const space = () => getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').physical_space_size
  if (!isMainThread) setInterval(() => writeSync(1, space() + ' '), 10).unref()`

it('has at most 6 MB for new objects, however much the process has', async () => {
  const program = `import('${new URL('card-thread.ts', import.meta.url).href}').then(async ({ CardThread }) => {
    const thread = new CardThread()
    for (let nth = 0; nth < 30; nth += 1) await thread.draw({ kind: ['Items'], name: 'Lantern ' + nth, figures: [] })
  })`
  const preload = `data:text/javascript,${encodeURIComponent(tellsSpace)}`
  const args = ['--max-semi-space-size=16', '--import', preload, '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const told = stdout.trim().split(' ').map(Number)
  expect(Math.max(...told)).toBeGreaterThan(0)
  expect(Math.max(...told)).toBeLessThanOrEqual(6 * 1024 * 1024)
})
