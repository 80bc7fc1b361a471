import { describe, expect, it } from 'vitest'
import { locales } from '../../api/model/values/locales.ts'
import { slugIn, slugOfName } from '../names.ts'
import { readSample, rowsOf } from '../test/read-sample.ts'
import type { Scale } from '../scale.ts'

describe.each<Scale>(['full', 'small'])('goals of the %s world', async (scale) => {
  const bundles = await readSample(scale)
  const [, , , last] = bundles

  it('bargains have different benefits and drawbacks', () => {
    for (const { id, payload } of rowsOf(last, 'faustian_bargains')) {
      const { effects } = payload as { effects: { attribute: string; value: number }[] }
      expect(effects.map(({ value }) => Math.sign(value))).toEqual([1, -1])
      expect(effects[0]?.attribute, String(id)).not.toBe(effects[1]?.attribute)
    }
  })

  it('bargains have ids derived from their names', () => {
    const bargains = rowsOf(last, 'faustian_bargains')
    expect(bargains).toHaveLength(scale === 'full' ? 40 : 4)
    for (const { id, name } of bargains)
      expect(slugIn(String(id))).toBe(slugOfName(last.texts.en?.[String(name)] ?? ''))
  })

  it('achievements have unique names in every language', () => {
    for (const bundle of bundles) {
      const keys = rowsOf(bundle, 'achievements').map(({ name }) => String(name))
      for (const locale of locales) {
        const names = keys.flatMap((key) => bundle.texts[locale]?.[key] ?? [])
        expect(names.length).toBeGreaterThan(0.8 * keys.length)
        expect(new Set(names).size, locale).toBe(names.length)
      }
    }
  })

  it('achievements of a category require increasing counts, except for classes', () => {
    const goals = new Map<unknown, number[]>()
    const achievements = rowsOf(last, 'achievements').filter(({ category }) => category !== 'class')
    for (const { category, payload } of achievements)
      goals.set(category, [...(goals.get(category) ?? []), (payload as { goal: number }).goal])
    expect(goals.size).toBe(7)
    for (const counts of goals.values()) expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b))
  })
})
