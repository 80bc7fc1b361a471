import { describe, expect, it } from 'vitest'
import { readUrl, testStore } from '../test/test-store.ts'
import { isProblem, maxReportedNames } from '../model/values/errors.ts'

const plain = testStore()
/** A store in which only the first patch has attributes. */
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

it('an unknown slug of `attribute` is rejected with the slugs of all patches, even if the patch itself has none', () => {
  const refusal = { parameter: 'attribute', allowed: ['might', 'will'], did_you_mean: 'might' }
  expect(errorsOf('/v2/items?attribute=might')).toBeUndefined()
  expect(errorsOf('/v2/items?attribute=migt')).toMatchObject([refusal])
  expect(errorsOf('/v2/items?attribute=migt&patch=1')).toMatchObject([refusal])
})

describe('of many wrong names', () => {
  const names = (count: number) => Array.from({ length: count }, (_, nth) => `w${String(nth).padStart(4, '0')}`)

  it.each([
    ['fields', maxReportedNames, []],
    ['fields', maxReportedNames + 1, ['has 1 more wrong name']],
    ['fields', 1300, ['has 1290 more wrong names']],
    ['attribute', 20, ['has 10 more wrong names']],
    ['rarity', 50, ['has 40 more wrong names']],
  ])('in `%s`, of %i, the first are told with what is allowed, the others counted', (parameter, count, last) => {
    const errors = errorsOf(`/v2/items?${parameter}=${names(count).join(',')}`) ?? []
    const told = errors.slice(0, maxReportedNames)
    expect(told.map(({ message }) => /"(\w+)"/.exec(message)?.[1])).toEqual(names(maxReportedNames))
    expect(told.every(({ allowed = [] }) => allowed.length > 0)).toBe(true)
    expect(errors.slice(maxReportedNames)).toEqual(last.map((message) => ({ parameter, message })))
  })

  it('in `fields` the known ones are none, whichever patch has them', () => {
    const given = ['name', 'primary_max_might', 'primary_*', ...names(12)]
    expect(errorsOf(`/v2/items?fields=${given.join(',')}`)?.at(-1)?.message).toBe('has 2 more wrong names')
  })
})

it.each([
  ['/v2/monsters?sort=abilities', 'sort', 'got abilities, which has more than one value'],
  ['/v2/quests/id.quest.lamplighter_01?fields=reward_ids', 'fields', 'got "reward_ids", which is not a column'],
])('%s is refused: no row of the answer has such a value', (url, parameter, message) => {
  expect(errorsOf(url)).toMatchObject([{ parameter, message: expect.stringContaining(message) as string }])
})
