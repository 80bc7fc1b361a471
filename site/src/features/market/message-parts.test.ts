import { describe, expect, it } from 'vitest'
import { messageParts } from './message-parts.ts'

const blade = { item_id: 'id.item.blade_1', item: 'Blade' }
const lamp = { item_id: 'id.item.lamp_2', item: 'Lamp' }

describe('a message', () => {
  it('links a name in brackets to the item of that name, in any order', () => {
    expect(messageParts('WTS [Lamp] or [Blade] 5g', [blade, lamp])).toEqual([
      { text: 'WTS ' },
      { text: '[Lamp]', id: lamp.item_id },
      { text: ' or ' },
      { text: '[Blade]', id: blade.item_id },
      { text: ' 5g' },
    ])
  })
  it('links names in another language in order', () => {
    expect(messageParts('[칼]', [blade])).toEqual([{ text: '[칼]', id: blade.item_id }])
  })
  const linksOf = (...of: Parameters<typeof messageParts>) => messageParts(...of).flatMap(({ id }) => id ?? [])

  it('links a repeated name to the same item', () => {
    const keys = [
      { ...blade, quantity: 3 },
      { ...lamp, quantity: 2 },
    ]
    const ids = [blade, blade, blade, lamp, lamp].map(({ item_id: id }) => id)
    expect(linksOf('[Blade] [Blade] [Blade] [Lamp] [Lamp] wtb', keys)).toEqual(ids)
    expect(linksOf('[칼] [칼] [칼] [등불] [등불]', keys)).toEqual(ids)
  })
  it('links a name to each of two items that share it', () => {
    const rare = { ...blade, item_id: 'id.item.blade_4' }
    expect(linksOf('[Blade] for [Blade]', [blade, rare])).toEqual([blade.item_id, rare.item_id])
    expect(linksOf('[칼] for [칼]', [blade, rare])).toEqual([blade.item_id, rare.item_id])
  })
  it('reserves an item for the brackets that name it', () => {
    expect(messageParts('[lfg] [Blade]', [blade])).toEqual([
      { text: '[lfg]' },
      { text: ' ' },
      { text: '[Blade]', id: blade.item_id },
    ])
  })
  it('leaves brackets without an item unchanged', () => expect(messageParts('[lfg]', [])).toEqual([{ text: '[lfg]' }]))
  it('appends items that it does not name', () => {
    expect(messageParts('this', [blade])).toEqual([
      { text: 'this' },
      { text: ' ' },
      { text: '[Blade]', id: blade.item_id },
    ])
  })
})
