import { expect, it } from 'vitest'
import type { Card } from './card.ts'
import { CardThread } from './card-thread.ts'
import { drawCard } from './draw-card.ts'

const lantern: Card = { kind: ['Items'], name: 'Lantern', figures: [] }

it('draws what is drawn without it', async () => {
  const drawn = await new CardThread().draw(lantern, undefined)
  expect(Buffer.from(drawn).equals(await drawCard(lantern))).toBe(true)
})

it('says what could not be drawn, and draws the next', async () => {
  const thread = new CardThread()
  const [wrong, right] = await Promise.allSettled([thread.draw({} as Card, undefined), thread.draw(lantern, undefined)])
  expect([wrong.status, right.status]).toEqual(['rejected', 'fulfilled'])
})
