import { describe, expect, it } from 'vitest'
import { locales } from '../../api/model/values/locales.ts'
import { render } from '../phrase.ts'
import { readSample, rowsOf, stringsIn, type ReadBundle } from '../test/read-sample.ts'
import type { Scale } from '../scale.ts'
import { modules, props } from '../words/words-quests.ts'
import { places } from '../words/words-places.ts'

const english = (words: string): string => render({ words }, 'en').toLowerCase()

/** The first content of each quest, which its description is about, and that text. */
function described(bundle: ReadBundle): { kind: string; slug: string; tags: string[]; text: string }[] {
  const contents = new Map(rowsOf(bundle, 'quest_contents').map((row) => [row.id, row]))
  return rowsOf(bundle, 'quests').flatMap(({ objectives, description }) => {
    const content = contents.get(stringsIn(objectives)[0] ?? '')
    const text = bundle.texts.en?.[String(description)]
    if (!content || text === undefined) return []
    const [, kind = '', slug = ''] = String(content.target_archetype).split('.')
    return [{ kind, slug, tags: stringsIn(content.dungeon_tags), text: text.toLowerCase() }]
  })
}

describe.each<Scale>(['full', 'small'])('quests of the %s world', async (scale) => {
  const bundles = await readSample(scale)
  const [, , , last] = bundles
  const quests = rowsOf(last, 'quests')

  it('need no lower rank than the chapters before them', () => {
    const byId = new Map(quests.map((quest) => [quest.id, quest]))
    let compared = 0
    for (const quest of quests) {
      for (let at = byId.get(quest.chapter_id); at; at = byId.get(at.chapter_id)) {
        if (quest.min_adventure_rank === undefined || at.min_adventure_rank === undefined) continue
        expect(Number(at.min_adventure_rank), String(quest.id)).toBeLessThan(Number(quest.min_adventure_rank))
        compared++
      }
    }
    expect(compared).toBeGreaterThan(scale === 'full' ? 1000 : 2)
  })

  it('have unique titles in every language', () => {
    for (const bundle of bundles) {
      const keys = rowsOf(bundle, 'quests').map(({ title }) => String(title))
      for (const locale of locales) {
        const titles = keys.flatMap((key) => bundle.texts[locale]?.[key] ?? [])
        expect(titles.length).toBeGreaterThan(keys.length / 2)
        expect(new Set(titles).size, locale).toBe(titles.length)
      }
    }
  })

  it('use fitting verbs for props', () => {
    const verbs = { dead_lamp: 'light the', sealed_urn: 'break', prayer_wheel: 'turn', toll_bell: 'ring' }
    expect(Object.keys(verbs)).toEqual(props.map(({ slug }) => slug))
    const told = described(last).filter(({ kind }) => kind === 'props')
    expect(new Set(told.map(({ slug }) => slug)).size).toBe(scale === 'full' ? 4 : told.length)
    for (const { slug, text } of told) {
      expect(text).toMatch(new RegExp(`^${verbs[slug as keyof typeof verbs]} \\d`))
      expect(text).toContain(slug.replace('_', ' '))
    }
  })

  it('name their module and its map', () => {
    for (const { slug, tags, text } of described(last).filter(({ kind }) => kind === 'module')) {
      const { place = '', name = '' } = modules.find((module) => module.slug === slug) ?? {}
      const within = english(places.find((one) => one.slug === place)?.within ?? '')
      expect(text).toContain(`${english(name)} ${within}`)
      expect(tags.filter((tag) => tag !== `id.dungeon.${place}`)).toEqual([])
    }
  })
})
