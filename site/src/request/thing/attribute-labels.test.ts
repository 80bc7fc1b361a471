import { expect, it } from 'vitest'
import { sampleRows } from '../../../../data/api/test/test-world.ts'
import { attributeLabels } from './attribute-labels.ts'
import { testSite } from '../../test/test-site.ts'

it('labels of attributes are requested once per patch', async () => {
  const attributes = [{ id: 'id.attribute.might', field: 'might', name: 'Might', format: 'flat' }]
  const { locals, patches, requested } = testSite({ rows: { ...sampleRows, attributes } })
  for (const patch of [undefined, undefined, patches.resolve('1')]) {
    const rows = await attributeLabels(locals, patch)
    expect(rows).toMatchObject([{ field: 'might', name: 'Might' }])
  }
  expect(requested).toEqual(['/v2/attributes?limit=250&locale=en', '/v2/attributes?limit=250&patch=1&locale=en'])
})
