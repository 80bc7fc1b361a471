import { describe, expect, it } from 'vitest'
import { readParams, type Values } from './values/params.ts'
import { atPatch, byPatch, unscoped } from './patch-modes.ts'
import { PatchIndex } from './patches.ts'
import { samplePatches } from '../test/test-world.ts'

const patches = new PatchIndex(samplePatches)
const modes = { byPatch, atPatch, unscoped }
const main = { branch: 'main' }

describe('a mode', () => {
  it.each<[keyof typeof modes, Values, number | undefined]>([
    ['byPatch', {}, 4],
    ['byPatch', { patch: 'current' }, 4],
    ['byPatch', { patch: '3' }, 3],
    ['byPatch', { patch: '1.1.0.2188' }, 2],
    ['atPatch', main, 4],
    ['atPatch', { branch: 'ptr' }, 3],
    ['atPatch', { branch: 'ptr', at_patch: '1.0.0.2101' }, 1],
    ['unscoped', {}, undefined],
  ])('%s resolves %j to patch %s', (name, values, id) => {
    expect(modes[name].resolve(values, patches)?.id).toBe(id)
  })

  it.each<[keyof typeof modes, Values, Record<string, string>]>([
    ['byPatch', {}, { patch: '4' }],
    ['byPatch', { patch: '1.2.0.2230-ptr' }, { patch: '3' }],
    ['atPatch', main, { at_patch: '1.2.0.2247' }],
    ['atPatch', { branch: 'ptr' }, { at_patch: '1.2.0.2230-ptr', branch: 'ptr' }],
    ['atPatch', { branch: 'ptr', at_patch: '1.1.0-2188+main' }, { at_patch: '1.1.0.2188' }],
  ])('%s pins %j as %j', (name, values, pin) => {
    const patch = modes[name].resolve(values, patches)
    expect(patch && modes[name].pin(patch)).toEqual(pin)
  })

  it.each(['byPatch', 'atPatch'] as const)('%s: the pin of a patch means that patch', (name) => {
    const mode = modes[name]
    for (const patch of samplePatches) {
      const { values, errors } = readParams(mode.params, Object.entries(mode.pin(patch)))
      expect(errors).toEqual([])
      expect(mode.resolve(values, patches)?.id).toBe(patch.id)
    }
  })
})

describe('a URL is as lasting as a patch', () => {
  it.each<[keyof typeof modes, Values, boolean]>([
    ['byPatch', { patch: '4' }, true],
    ['byPatch', { patch: 'current' }, false],
    ['byPatch', { patch: '1.2.0.2247' }, false],
    ['byPatch', {}, false],
    ['atPatch', { ...main, at_patch: '1.2.0.2247' }, false],
    ['unscoped', {}, false],
  ])('%s %j: %s', (name, values, isPinned) => {
    const patch = patches.currentOf('main')
    expect(modes[name].isPinned(values, patch)).toBe(isPinned)
  })
})

it('each mode of catalogs points at its own parameter instead of the other', () => {
  expect(byPatch.hints).toEqual({ at_patch: 'patch', branch: 'patch' })
  expect(atPatch.hints).toEqual({ patch: 'at_patch' })
  for (const { hints, params } of [byPatch, atPatch])
    for (const hint of Object.values(hints)) expect(Object.keys(params)).toContain(hint)
})
