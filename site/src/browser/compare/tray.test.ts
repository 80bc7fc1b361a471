import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { droppedFor, isInTray, maxInTray, readTray, toggleInTray, trayHref, type TrayThing } from './tray.ts'

const item = (id: string): TrayThing => ({ id: `id.item.${id}`, list: '/items', name: id })
const monster: TrayThing = { id: 'id.monster.wight', list: '/monsters', name: 'Wight' }
const idsOf = (tray: readonly TrayThing[]) => tray.map(({ id }) => id)

describe('the comparison tray', () => {
  it('is parsed from the text that was stored', () => {
    const tray = [item('a'), { ...item('b'), id: 'id.item.b@2' }]
    expect(readTray(JSON.stringify(tray))).toEqual(tray)
  })

  it.each([
    null,
    '',
    '{',
    '{}',
    'null',
    '"a"',
    '[1,null,{"id":"<b>"}]',
    '[{"id":"id.item.a","list":"//evil","name":"a"}]',
  ])('is empty if %s is stored', (text) => expect(readTray(text)).toEqual([]))

  it('adds a thing and removes it when toggled again', () => {
    const tray = toggleInTray([item('a')], item('b'))
    expect(idsOf(tray)).toEqual(['id.item.a', 'id.item.b'])
    expect(isInTray(tray, 'id.item.b')).toBe(true)
    expect(idsOf(toggleInTray(tray, item('a')))).toEqual(['id.item.b'])
  })

  it('contains things of one list only: one of another list replaces them', () => {
    expect(idsOf(toggleInTray([item('a'), item('b')], monster))).toEqual([monster.id])
  })

  it('tells what adding a thing drops, and why', () => {
    const full = ['a', 'b', 'c', 'd'].map(item)
    expect(droppedFor([item('a'), item('b')], monster)).toEqual({ reason: 'oneKind', things: [item('a'), item('b')] })
    expect(droppedFor(full, item('e'))).toEqual({ reason: 'atMost', things: [item('a')] })
    expect(droppedFor(full, monster)).toEqual({ reason: 'oneKind', things: full })
    expect(droppedFor(full.slice(1), item('e'))).toBeUndefined()
    expect(droppedFor(full, item('b'))).toBeUndefined()
    expect(droppedFor([], monster)).toBeUndefined()
  })

  it('never exceeds the size of a comparison and has no duplicates', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { maxLength: 40 })
    fc.assert(
      fc.property(letters, (added) => {
        const tray = added.reduce<readonly TrayThing[]>((all, one) => toggleInTray(all, item(one)), [])
        expect(tray.length).toBeLessThanOrEqual(maxInTray)
        expect(new Set(idsOf(tray)).size).toBe(tray.length)
        expect(readTray(JSON.stringify(tray))).toEqual(tray)
      }),
    )
  })

  it('links to the comparison of its things', () => {
    const query = new URL(trayHref([item('a'), { ...item('a'), id: 'id.item.a@2' }]), 'https://x').searchParams
    expect(query.get('ids')).toBe('id.item.a,id.item.a@2')
  })
})
