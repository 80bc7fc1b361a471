import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldChange, HistoryEntry } from '../../request/thing/row-detail.ts'
import { changeLines } from './change-lines.ts'
import { stepAt, timelineOf } from './field-timeline.ts'
import { inEnglish } from '../../messages/catalogs.ts'

const entry = (patch_id: number, change: HistoryEntry['change'], ...fields: FieldChange[]): HistoryEntry => ({
  patch_id,
  version: `1.${patch_id}`,
  change,
  fields,
})
const field = (path: string, before: unknown, after: unknown): FieldChange => ({ path, before, after })
const timeline = (...history: HistoryEntry[]) =>
  timelineOf(history, ({ fields }) => changeLines(fields, { t: inEnglish, attributes: new Map() }), 'none')

describe('the timeline of a thing', () => {
  it('has the value of each field after each patch, including before its first change', () => {
    const { steps, fields } = timeline(
      entry(1, 'added'),
      entry(2, 'changed', field('gear_score', 34, 38)),
      entry(4, 'changed', field('hp', 5, 6), field('gear_score', 38, 19)),
    )
    expect(steps.map(({ version }) => version)).toEqual(['1.1', '1.2', '1.4'])
    expect(fields.map(({ words, values, numbers }) => [words, values, numbers])).toEqual([
      ['Gear score', ['34', '38', '19'], [34, 38, 19]],
      ['Health', ['5', '5', '6'], [5, 5, 6]],
    ])
    expect(fields[0]?.changes).toEqual([
      undefined,
      { direction: 'higher', percent: '+12%' },
      { direction: 'lower', percent: '-50%' },
    ])
  })

  it('has one field for both ends of a range, with their middle as number', () => {
    const { fields } = timeline(
      entry(1, 'added'),
      entry(2, 'changed', field('damage_min', 10, 12), field('damage_max', 20, 30)),
    )
    expect(fields.map(({ words, values, numbers }) => [words, values, numbers])).toEqual([
      ['Damage', ['10 to 20', '12 to 30'], [15, 21]],
    ])
  })

  it('has no numbers for words, nor if the thing was removed', () => {
    const { fields } = timeline(
      entry(1, 'added'),
      entry(2, 'changed', field('slot', 'ring', 'belt'), field('hp', 1, 2)),
      entry(3, 'removed'),
    )
    expect(fields.map(({ values, numbers }) => [values, numbers])).toEqual([
      [['ring', 'belt', 'none'], undefined],
      [['1', '2', 'none'], undefined],
    ])
  })

  it('has the step of a patch: the last that is not newer', () => {
    const all = timeline(entry(1, 'added'), entry(3, 'changed', field('hp', 1, 2)))
    expect([undefined, 0, 1, 2, 3, 9].map((id) => stepAt(all, id))).toEqual([1, 0, 0, 0, 1, 1])
  })

  it('ends with the current values of the thing', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(steps, (values) => {
        const changed = values
          .slice(1)
          .flatMap((after, at) =>
            after === values[at] ? [] : [entry(at + 2, 'changed', field('hp', values[at], after))],
          )
        const { fields } = timeline(entry(1, 'added'), ...changed)
        if (changed.length === 0) expect(fields).toEqual([])
        else expect([fields[0]?.numbers?.[0], fields[0]?.numbers?.at(-1)]).toEqual([values[0], values.at(-1)])
      }),
    )
  })
})
