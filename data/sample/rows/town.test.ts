import { expect, it } from 'vitest'
import { slugIn } from '../names.ts'
import { readSample, rowsOf } from '../test/read-sample.ts'
import { shelves } from '../words/words-shelves.ts'

it('merchants with stock sell, and some others do not', async () => {
  const [first] = await readSample('full')
  const silent = rowsOf(first, 'merchants')
    .filter(({ service_types }) => !String(service_types).includes('::Sell'))
    .map(({ id }) => slugIn(String(id)))
  expect(silent).toContain('lamplighter')
  expect(silent.filter((slug) => slug in shelves)).toEqual([])
})
