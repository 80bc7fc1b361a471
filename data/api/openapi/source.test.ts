import { expect, it } from 'vitest'
import { DataFolder } from '../../../build/test/test-bundle.ts'
import { items } from '../resources/items/items.ts'
import { api } from '../table.ts'
import { catalogSource } from './source.ts'

it('has the values of every patch, which a request may name by `patch`, those of the current one first', async () => {
  const folder = new DataFolder()
  const item = (slug: string, type: string) => ({ id: `id.item.${slug}`, type })
  await folder.import('1', { items: [item('a', 'lantern'), item('b', 'bell')] })
  await folder.import('2', { items: [item('a', 'rope'), item('b', 'bell')] }, { acceptAnomalies: true })
  await folder.import('3', { items: [item('a', 'mask')] }, { acceptAnomalies: true })
  const values = folder.read((catalog) => catalogSource(api, catalog).valuesOf(items, 'type'))
  expect(values).toEqual(['mask', ...values.slice(1)])
  expect(values.toSorted()).toEqual(['bell', 'lantern', 'mask', 'rope'])
  folder.close()
})
