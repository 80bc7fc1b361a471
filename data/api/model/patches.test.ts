import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Problem } from './values/errors.ts'
import { PatchIndex } from './patches.ts'
import { patchOf, samplePatches } from '../test/test-world.ts'

const index = new PatchIndex(samplePatches)
const problemOf = (act: () => unknown): Problem => {
  try {
    act()
  } catch (problem) {
    if (problem instanceof Problem) return problem
    throw problem
  }
  throw new Error('nothing was thrown')
}

describe('the current patch', () => {
  it.each([
    [undefined, 4],
    ['main', 4],
    ['ptr', 3],
    ['live', undefined],
  ])('of the branch %s is %s', (branch, id) => {
    expect(index.current(branch)?.id).toBe(id)
  })
})

describe('the chain of parents', () => {
  it.each([
    [4, [4, 2, 1]],
    [3, [3, 2, 1]],
    [1, [1]],
  ])('of patch %d is %j, across branches', (id, chain) => {
    expect([...index.chain(index.byId(id))].map((patch) => patch.id)).toEqual(chain)
  })

  it('of no patch is empty', () => {
    expect([...index.chain(undefined)]).toEqual([])
  })
})

describe('the parameter patch', () => {
  it.each([
    [undefined, 4],
    ['current', 4],
    ['1', 1],
    ['3', 3],
    ['1.1.0.2188', 2],
    ['1.1.0-2188+main', 2],
    ['1.2.0.2230-ptr', 3],
  ])('%s means patch %d', (given, id) => {
    expect(index.resolve(given).id).toBe(id)
  })

  it.each(['5', '0', '-1', '1.0', 'CURRENT', ' 1', '1e0', '__proto__', '9'.repeat(30)])('%j means none', (given) => {
    expect(problemOf(() => index.resolve(given))).toMatchObject({ code: 'unknown_patch', status: 404 })
  })

  it('means the patch of main if several branches have the version', () => {
    const both = new PatchIndex([patchOf(7, 'ptr', '2.0', null), patchOf(8, 'main', '2.0', null)])
    expect(both.resolve('2.0').id).toBe(8)
  })

  it('is rejected with the ids if several branches, but not main, have the version', () => {
    const several = new PatchIndex([
      patchOf(6, 'main', '1.9', null),
      patchOf(7, 'ptr', '2.0', 6),
      patchOf(8, 'event', '2.0', 6),
    ])
    const { code, errors } = problemOf(() => several.resolve('2.0'))
    expect(code).toBe('invalid_parameter')
    expect(errors).toMatchObject([{ parameter: 'patch', allowed: ['7', '8'] }])
  })

  it('means an id before a version', () => {
    const tricky = new PatchIndex([patchOf(1, 'main', '2', null), patchOf(2, 'main', '1', 1)])
    expect(tricky.resolve('1').id).toBe(1)
  })

  it('means a version before the raw version of another patch', () => {
    const tricky = new PatchIndex([
      patchOf(1, 'main', '1.0.0', null, { version_raw: '1.0' }),
      patchOf(2, 'main', '1.0', 1, { version_raw: '1.0-b' }),
    ])
    expect(tricky.resolve('1.0').id).toBe(2)
  })

  it('is unknown if there is no patch at all', () => {
    expect(problemOf(() => new PatchIndex([]).resolve(undefined)).code).toBe('unknown_patch')
  })
})

describe('at_patch on a branch', () => {
  it.each([
    ['main', undefined, 4],
    ['ptr', undefined, 3],
    ['main', '1.0.0.2101', 1],
    ['main', '1.0.0-2101+main', 1],
    ['ptr', '1.2.0.2230-ptr', 3],
    ['ptr', '1.1.0.2188', 2],
  ])('%s, %s means patch %d', (branch, version, id) => {
    expect(index.resolveOn(branch, version).id).toBe(id)
  })

  it.each([
    ['main', '1.2.0.2230-ptr'],
    ['ptr', '1.2.0.2247'],
    ['main', '4'],
    ['live', undefined],
    ['live', '1.0.0.2101'],
  ])('%s, %s means none', (branch, version) => {
    expect(problemOf(() => index.resolveOn(branch, version)).code).toBe('unknown_patch')
  })

  it('means a version before the raw version of another patch', () => {
    const tricky = new PatchIndex([
      patchOf(1, 'main', '1.0.0', null, { version_raw: '1.0' }),
      patchOf(2, 'main', '1.0', 1, { version_raw: '1.0-b' }),
    ])
    expect(tricky.resolveOn('main', '1.0').id).toBe(2)
  })
})

it('a branch does not hide one whose name begins with its own', () => {
  const all = new PatchIndex([patchOf(1, 'release', '1.0', null, {}), patchOf(2, 'release/2', '5.0', 1, {})])
  const found = ['release/1.0', 'release/2/5.0', 'release/2/current'].map(
    (given) => all.resolveAnywhere(given, 'to').id,
  )
  expect(found).toEqual([1, 2, 2])
})

it('finds every patch by its branch and version, whatever else was imported', () => {
  const version = fc.constantFrom('1.0', '1.1', '1.1-hotfix', '2', '10')
  const given = fc.uniqueArray(
    fc.record({ branch: fc.constantFrom('main', 'ptr', 'event'), version, version_raw: version }),
    { selector: (patch) => `${patch.branch} ${patch.version}`, minLength: 1, maxLength: 10 },
  )
  fc.assert(
    fc.property(given, (rows) => {
      const patches = rows.map((row, n) => patchOf(n + 1, row.branch, row.version, n === 0 ? null : n, row))
      const all = new PatchIndex(patches)
      for (const patch of patches) {
        expect(all.resolveOn(patch.branch, patch.version).id).toBe(patch.id)
        expect(all.resolve(String(patch.id)).id).toBe(patch.id)
      }
    }),
  )
})
