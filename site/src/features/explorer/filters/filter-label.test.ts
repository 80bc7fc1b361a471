import { expect, it } from 'vitest'
import { translateTo } from '../../../messages/catalogs.ts'
import { listNamed } from '../../../test/test-site.ts'
import { allControls, explorerControls } from './controls.ts'
import { filterLabel } from './filter-label.ts'

it('filterLabel returns the label of the form field for a parameter', () => {
  const controls = allControls(explorerControls(listNamed('items'), {}))
  const labelOf = (parameter: string) => filterLabel(controls, parameter, translateTo('de'))
  expect(labelOf('min_gear_score')).toBe('Ausrüstungswert von')
  expect(labelOf('max_gear_score')).toBe('Ausrüstungswert bis')
  expect(labelOf('rarity')).toBe('Seltenheit')
  expect(labelOf('sort')).toBeUndefined()
})
