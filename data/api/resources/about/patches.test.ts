import { describe, expect, it } from 'vitest'
import { Problem } from '../../model/values/errors.ts'
import { answerTo, bodyOf } from '../../test/test-store.ts'

const idsOf = (url: string) => (bodyOf(url) as { body: { id: number }[] }).body.map(({ id }) => id)

describe('the list of patches', () => {
  it.each([
    ['/v2/patches', [1, 2, 4]],
    ['/v2/patches?branch=ptr', [3]],
    ['/v2/patches?branch=live', []],
    ['/v2/patches?version=1.1.0.2188', [2]],
    ['/v2/patches?version=1.1.0-2188%2Bmain', [2]],
    ['/v2/patches?version=1.1', []],
    ['/v2/patches?parent_patch_id=2', [4]],
    ['/v2/patches?parent_patch_id=2&branch=ptr', [3]],
  ])('%s has %j', (url, ids) => {
    expect(idsOf(url)).toEqual(ids)
  })
})

describe('a patch', () => {
  it.each([
    ['4', 4],
    ['3', 3],
    ['current', 4],
    ['current?branch=ptr', 3],
    ['1.2.0.2230-ptr?branch=ptr', 3],
    ['1.1.0.2188?branch=ptr', 2],
    ['1.0.0-2101+main', 1],
  ])('by %s is %d', (path, id) => {
    expect(bodyOf(`/v2/patches/${path}`)).toMatchObject({ body: { id } })
  })

  it.each(['99', '1.2.0.2230-ptr', 'current?branch=live', 'latest', '-1'])('by %s is unknown', (path) => {
    expect(() => answerTo(`/v2/patches/${path}`)).toThrow(Problem)
    expect(() => answerTo(`/v2/patches/${path}`)).toThrow('/v2/patches lists them.')
  })

  it('has its nulls on request', () => {
    const { body } = bodyOf('/v2/patches/1') as { body: object }
    expect(body).not.toHaveProperty('parent_patch_id')
    expect(bodyOf('/v2/patches/1?condense=false')).toMatchObject({ body: { parent_patch_id: null, notes: null } })
  })
})
