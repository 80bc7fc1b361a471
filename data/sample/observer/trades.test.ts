import { expect, it } from 'vitest'
import { linesOf } from '../test/read-observations.ts'

interface TradeLine {
  readonly id: number
  readonly timestamp: string
  readonly sender: string
  readonly sender_id: number
  readonly sender_class: string
  readonly sender_rank: string
  readonly message: string
  readonly items: readonly { readonly item_id: string; readonly item: string; readonly quantity: number }[]
}

const lines = linesOf<TradeLine>('full', 'trades', '2026-08-03T00:00:00Z', '2026-08-05T00:00:00Z')

it('gives each message an id that increases with time', () => {
  const ids = lines.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
})

it('lists the items that the message links in brackets, as often as they occur', () => {
  for (const { message, items } of lines) {
    const linked = [...message.matchAll(/\[([^\]]+)\]/g)].map(([, name]) => name).sort()
    expect(items.flatMap(({ item, quantity }) => Array<string>(quantity).fill(item)).sort()).toEqual(linked)
    expect(new Set(items.map(({ item_id }) => item_id)).size).toBe(items.length)
  }
  expect(new Set(lines.map(({ items }) => items.length))).toEqual(new Set([0, 1, 2, 3]))
  expect(lines.some(({ items }) => items.some(({ quantity }) => quantity > 1))).toBe(true)
})

it('leaves no slot of a template open', () => {
  expect(lines.filter(({ message }) => /[{}]|undefined|NaN/.test(message))).toEqual([])
})

it.each([
  ['kanji and kana', /[\u3040-\u30ff]/],
  ['hangul', /[\uac00-\ud7af]/],
  ['cyrillic', /[\u0400-\u04ff]/],
  ['a percent sign', /%/],
  ['an underscore', /_/],
  ['double quotes', /"/],
  ['an apostrophe', /'/],
  ['asking and answering', /\?/],
])('is said with %s', (_, pattern) => {
  expect(lines.filter(({ message }) => pattern.test(message)).length).toBeGreaterThan(5)
})

it('varies', () => {
  expect(new Set(lines.map(({ message }) => message)).size).toBeGreaterThan(0.6 * lines.length)
})

it('comes from characters that keep their properties', () => {
  const senders = new Map<number, string>()
  for (const { sender_id, sender, sender_class, sender_rank } of lines) {
    const who = [sender, sender_class, sender_rank].join()
    expect(senders.get(sender_id) ?? who).toBe(who)
    senders.set(sender_id, who)
  }
  expect(senders.size).toBeGreaterThan(500)
  expect(new Set(senders.values()).size).toBe(senders.size)
})
