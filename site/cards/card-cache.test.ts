import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Card } from './card.ts'
import { CardCache } from './card-cache.ts'

const cardOf = (name: string, picture?: string): Card => ({ kind: ['Items'], name, figures: [], picture })
const noPicture = () => Promise.resolve(undefined)

describe('the cache of cards', () => {
  let folder: string
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'cards-')), 'cards')
  })
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }))
  const files = () => readdirSync(folder).sort()

  it('draws a card once, also for concurrent requests', async () => {
    let requested = 0
    const pictureOf = () => {
      requested += 1
      return Promise.resolve(new Uint8Array())
    }
    const cache = new CardCache({ folder })
    const card = cardOf('Lantern', '/a-picture')
    const all = await Promise.all(Array.from({ length: 5 }, () => cache.draw(card, pictureOf)))
    const again = await new CardCache({ folder }).draw(card, pictureOf)
    expect(new Set([...all, again].map((one) => Buffer.from(one?.bytes ?? []).toString('base64'))).size).toBe(1)
    expect(requested).toBe(1)
    expect(files()).toEqual([`${cache.tagOf(card)}.png`])
  })

  it('does not cache a card without its picture', async () => {
    const cache = new CardCache({ folder })
    expect(await cache.draw(cardOf('Lantern', '/a-picture'), noPicture)).toMatchObject({ isComplete: false })
    expect(() => files()).toThrow()
    const picture = () => Promise.resolve(new Uint8Array())
    expect(await cache.draw(cardOf('Lantern', '/a-picture'), picture)).toMatchObject({ isComplete: true })
    expect(await cache.draw(cardOf('Lantern', '/a-picture'), noPicture)).toMatchObject({ isComplete: true })
  })

  it('deletes the least recently used card if the folder is full', async () => {
    const first = new CardCache({ folder })
    for (const name of ['Lantern', 'Moth']) await first.draw(cardOf(name), noPicture)
    const path = (name: string) => join(folder, `${first.tagOf(cardOf(name))}.png`)
    for (const name of ['Lantern', 'Moth']) utimesSync(path(name), 1, 1)
    await first.draw(cardOf('Lantern'), noPicture)
    const size = files().reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    const full = new CardCache({ folder, maxBytes: Math.ceil(size * 1.3) })
    await full.draw(cardOf('Bell'), noPicture)
    expect(files()).toEqual(['Bell', 'Lantern'].map((name) => `${first.tagOf(cardOf(name))}.png`).sort())
  })

  it('refuses cards if too many are waiting', async () => {
    const cache = new CardCache({ folder, maxDrawings: 1, maxWaiting: 1 })
    const picture = Promise.withResolvers<undefined>()
    let refused = 0
    const all = ['a', 'b', 'c', 'd'].map(async (name) => {
      const card = await cache.draw(cardOf(name, '/a-picture'), () => picture.promise)
      if (!card) refused += 1
      return card
    })
    await expect.poll(() => refused).toBe(2)
    picture.resolve(undefined)
    expect((await Promise.all(all)).filter((card) => card)).toHaveLength(2)
  })

  it('returns cards if they cannot be stored', async () => {
    const cache = new CardCache({ folder: '/dev/null/cards' })
    expect(await cache.draw(cardOf('Lantern'), noPicture)).toBeDefined()
  })
})
