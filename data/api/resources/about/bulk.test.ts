import { describe, expect, it } from 'vitest'
import { answerTo, testStore } from '../../test/test-store.ts'

describe('the files of a patch', () => {
  it.each(['/v2/bulk', '/v2/bulk?patch=4'])(
    '%s are in no cache while there are none: they may be rendered soon',
    (url) => {
      const plain = testStore()
      const store = { ...plain, bulk: { ...plain.bulk, of: () => [] } }
      expect(answerTo(url, store)).toMatchObject({ body: '{"body":[]}', headers: { 'cache-control': 'no-cache' } })
      expect(answerTo(url).headers['cache-control']).toContain('public')
    },
  )
})
