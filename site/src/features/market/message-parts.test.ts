import { describe, expect, it } from 'vitest'
import { messageParts } from './message-parts.ts'

const blade = { item_id: 'id.item.blade_1', item: 'Blade' }
const lamp = { item_id: 'id.item.lamp_2', item: 'Lamp' }

describe('a message', () => {
  it('links what stands in brackets to the item of that name, whatever the order', () => {
    expect(messageParts('WTS [Lamp] or [Blade] 5g', [blade, lamp])).toEqual([
      { text: 'WTS ' },
      { text: '[Lamp]', id: lamp.item_id },
      { text: ' or ' },
      { text: '[Blade]', id: blade.item_id },
      { text: ' 5g' },
    ])
  })
  it('in another language links in order', () => {
    expect(messageParts('[칼]', [blade])).toEqual([{ text: '[칼]', id: blade.item_id }])
  })
  it('keeps brackets that mean nothing', () => expect(messageParts('[lfg]', [])).toEqual([{ text: '[lfg]' }]))
  it('shows items that it does not name behind it', () => {
    expect(messageParts('this', [blade])).toEqual([
      { text: 'this' },
      { text: ' ' },
      { text: '[Blade]', id: blade.item_id },
    ])
  })
})
