import { describe, expect, it } from 'vitest'
import { changeLines } from '../patches/change-lines.ts'
import type { Change } from '../patches/changelog.ts'
import { classReport, summarizeReport } from './class-report.ts'
import { inEnglish } from '../../messages/catalogs.ts'

type Field = Change['fields'][number]
const field = (path: string, before: unknown, after: unknown): Field => ({ path, before, after })
const change = (id: string, name: string, ...fields: Field[]): Change => ({
  ...{ resource: id.split('.')[1] === 'perk' ? 'perks' : 'items', id, name },
  ...{ change: 'changed', fields },
})
const report = (...changes: Change[]) =>
  classReport(changes, {
    linesOf: ({ fields }) => changeLines(fields, { t: inEnglish, attributes: new Map() }),
    kindOf: ({ resource }) => (resource === 'items' ? 'weapon' : 'perk'),
  })
const verdictsOf = async (...changes: Change[]) => (await report(...changes)).judged.map(({ verdict }) => verdict)

describe('the verdict on a change', () => {
  it('is up or down if all numbers changed that way, and mixed otherwise', async () => {
    expect(
      await verdictsOf(
        change('id.item.blade_1', 'Blade', field('damage', 1, 2), field('range', 3, 4)),
        change('id.item.bow_1', 'Bow', field('damage', 2, 1)),
        change('id.item.axe_1', 'Axe', field('damage', 1, 2), field('range', 4, 3)),
        change('id.item.mace_1', 'Mace', field('slot', 'a', 'b')),
      ),
    ).toEqual(['up', 'down', 'mixed', 'mixed'])
  })

  it.each(['cooldown', 'mana_cost', 'cast_time'])('is up if %s decreases', async (path) => {
    expect(await verdictsOf(change('id.perk.oath', 'Oath', field(path, 9, 6)))).toEqual(['up'])
    expect(await verdictsOf(change('id.perk.oath', 'Oath', field(path, 6, 9)))).toEqual(['down'])
  })

  it('ignores the price that a vendor pays', async () => {
    const price = field('vendor_price', 9, 1)
    expect(await verdictsOf(change('id.item.blade_1', 'Blade', price, field('damage', 1, 2)))).toEqual(['up'])
  })

  it('is mixed if a range becomes wider', async () => {
    const ends = [field('damage_min', 5, 4), field('damage_max', 8, 9)]
    expect(await verdictsOf(change('id.item.blade_1', 'Blade', ...ends))).toEqual(['mixed'])
  })

  it('is counted once for all rarities of a thing', async () => {
    const { judged, counts, kinds } = await report(
      change('id.item.blade_1001', 'Blade', field('damage', 1, 2)),
      change('id.item.blade_2001', 'Blade', field('damage', 2, 4)),
      { ...change('id.perk.oath', 'Oath'), change: 'added' },
    )
    expect(judged.map(({ group }) => group.members.length)).toEqual([2, 1])
    expect(counts).toEqual({ up: 1, down: 0, mixed: 0, added: 1, removed: 0 })
    expect(kinds).toEqual([
      ['perk', 1],
      ['weapon', 1],
    ])
  })

  it('is summarized in a few words', async () => {
    const counts = { up: 3, down: 5, mixed: 0, added: 1, removed: 0 }
    const kinds = [['weapon', 6] as const, ['perk', 1] as const, ['spell', 1] as const]
    expect(summarizeReport({ counts, kinds }, inEnglish)).toBe('3 up, 5 down, 1 added, weapon: 6, perk: 1')
    expect(summarizeReport(await report(), inEnglish)).toBe('no changes')
  })
})
