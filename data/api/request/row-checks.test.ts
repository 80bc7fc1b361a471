import { expect, it } from 'vitest'
import { readUrl, testStore } from '../test/test-store.ts'
import { isProblem } from '../model/values/errors.ts'

const plain = testStore()
/** Only the first patch has attributes. */
const store = {
  ...plain,
  columnsOf: (...[resource, scope]: Parameters<typeof plain.columnsOf>) => [
    ...plain.columnsOf(resource, scope),
    ...(scope === 1 ? ['primary_max_might', 'secondary_max_will'] : []),
  ],
}

const errorsOf = (url: string) => {
  try {
    readUrl(url, store)
  } catch (problem) {
    if (isProblem(problem)) return problem.errors
  }
  return undefined
}

it('an unknown slug of `attribute` is refused with those of all patches, also where the patch itself has none', () => {
  const refusal = { parameter: 'attribute', allowed: ['might', 'will'], did_you_mean: 'might' }
  expect(errorsOf('/v2/items?attribute=might')).toBeUndefined()
  expect(errorsOf('/v2/items?attribute=migt')).toMatchObject([refusal])
  expect(errorsOf('/v2/items?attribute=migt&patch=1')).toMatchObject([refusal])
})
