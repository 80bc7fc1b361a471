import { expect, it } from 'vitest'
import { textOf } from './row-text.ts'

const key = 'Text_DesignData_Item_Flavor_TarFlask_0001'

it.each([
  [{ description: 'Wet.' }, 'Wet.'],
  [{ description: key, desc: 'Burns for 7 seconds.' }, 'Burns for 7 seconds.'],
  [{ desc_data: '湿っている。', flavor_text: 'It drips.' }, '湿っている。'],
  [{ flavor_text: 'It drips.' }, 'It drips.'],
  [{ description: key }, undefined],
  [{ description: ' ', desc: null }, undefined],
  [{}, undefined],
])('the text of %j is %j', (row, text) => {
  expect(textOf(row)).toBe(text)
})
