import { describe, expect, it } from 'vitest'
import { loadListPage } from './list-page.ts'
import { fieldNamesOf } from './filters/controls.ts'
import { listNamed, testSite } from '../../test/test-site.ts'

const exploring = async (path: string, search = '', site = testSite()) => ({
  ...(await loadListPage(listNamed(path), new URL(`https://ledger.example/${path}${search}`), site.locals)),
  requested: site.requested,
})
type Explored = Awaited<ReturnType<typeof exploring>>

const countOf = ({ controls }: Explored, name: string, slug: string) =>
  [...controls.first, ...controls.more]
    .filter((control) => control.kind === 'choice' && fieldNamesOf(control).includes(name))
    .flatMap((control) => (control.kind === 'choice' ? control.choices : []))
    .find((choice) => choice.slug === slug)?.count

describe('a list in the explorer', () => {
  it('has rows in English, their total and the API call', async () => {
    const { call, page, total, activeFilters } = await exploring('items')
    expect(call).toBe('/v2/items?locale=en')
    expect(page.rows.map(({ name }) => name)).toEqual(['Ember Lantern', 'Gloam Blade', 'Mossbread'])
    expect([total, activeFilters]).toEqual([3, []])
  })

  it('has the position of its first row, by page or by cursor', async () => {
    const place = async (search: string, path = 'items') => {
      const { from, total } = await exploring(path, search)
      return [from, total]
    }
    expect(await place('')).toEqual([1, 3])
    expect(await place('?limit=2&page=2')).toEqual([3, 3])
    expect(await place('?limit=1', 'quests')).toEqual([1, 2])
    for (const sort of ['', '&sort=desc']) {
      const { page } = await exploring('quests', `?limit=1${sort}`)
      expect(await place(`?limit=1${sort}&cursor=${page.cursor ?? ''}`, 'quests'), sort).toEqual([2, 2])
    }
  })

  it('passes filters on to the API, without empty values', async () => {
    const { call, page, given } = await exploring('items', '?rarity=epic&name=&type=weapon')
    expect(call).toBe('/v2/items?rarity=epic&type=weapon&locale=en')
    expect(page.rows.map(({ name }) => name)).toEqual(['Gloam Blade'])
    expect(given.has('name')).toBe(false)
  })

  it('passes on several values of a filter, each of which is an active filter', async () => {
    const { call, page, activeFilters } = await exploring('items', '?rarity=common,epic&type=weapon')
    expect(call).toBe('/v2/items?rarity=common,epic&type=weapon&locale=en')
    expect(page.rows.map(({ name }) => name)).toEqual(['Gloam Blade'])
    expect(activeFilters.map(({ name, rest }) => [name, rest])).toEqual([
      ['rarity', 'epic'],
      ['rarity', 'common'],
      ['type', undefined],
    ])
  })

  it('has active filters, and counts the rows of each choice', async () => {
    const explored = await exploring('items', '?rarity=epic')
    expect(explored.activeFilters).toEqual([{ name: 'rarity', label: 'Rarity: Epic', data: 'Epic' }])
    expect(countOf(explored, 'type', 'utility')).toBe(1)
    expect(countOf(explored, 'rarity', 'common')).toBe(1)
  })

  it('has the counts of the facets if no filter is active', async () => {
    const explored = await exploring('items')
    expect(countOf(explored, 'rarity', 'epic')).toBe(2)
    expect(explored.requested.filter((target) => target.includes('limit=1&') || target.endsWith('limit=1'))).toEqual([])
  })

  it('pins every call to the patch of the page, with the parameter of the endpoint', async () => {
    const { call, patch, requested, given } = await exploring('quests', '?patch=1')
    expect(call).toBe('/v2/quests?at_patch=1.0.0.2101&embed=objectives,reward_ids&locale=en')
    expect(patch?.id).toBe(1)
    expect(requested).toContain('/v2/facets?counts=true&patch=1')
    expect(given.size).toBe(0)
  })

  it('embeds rows only if columns show them', async () => {
    expect((await exploring('perks')).call).toBe('/v2/perks?locale=en')
  })

  it('offers the names of rows of another list for a filter that references it', async () => {
    const { controls } = await exploring('quests')
    const chapter = [...controls.first, ...controls.more].find(({ name }) => name === 'chapter_id')
    if (chapter?.kind !== 'choice') throw new Error('There is nothing to choose')
    expect(chapter.choices.map(({ label, count }) => [label, count])).toEqual([
      ['The First Lamp', 1],
      ['The Second Lamp', 0],
    ])
  })

  it('has the error of the API, with all filters, if the request is rejected', async () => {
    const { answer, page, controls } = await exploring('items', '?rarity=sparkling')
    expect(answer.status).toBe(400)
    expect(page.rows).toEqual([])
    expect(controls.search?.name).toBe('name')
  })
})
