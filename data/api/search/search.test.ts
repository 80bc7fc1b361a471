import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SearchDocument } from '../model/search.ts'
import { buildSegment } from './build-segment.ts'
import type { RemovedDocument } from './segment.ts'
import { liveSegments, search } from './search.ts'
import { foldText, maxTypos, wordsOf } from './words.ts'

const kinds = ['items', 'monsters', 'quests']
const document = (id: string, names: string[], more: Partial<SearchDocument> = {}): SearchDocument => ({
  kind: 'items',
  id,
  names,
  formerNames: [],
  labels: [],
  texts: [],
  ...more,
})

const finder = (...patches: [documents: SearchDocument[], removed?: RemovedDocument[]][]) => {
  const chain = patches.map(([documents, removed], at) => ({
    segmentId: at + 1,
    segment: buildSegment(documents, kinds, removed),
  }))
  const segments = liveSegments(chain)
  return (text: string, more: { kinds?: string[]; offset?: number; limit?: number } = {}) =>
    search(segments, { text, offset: 0, limit: 100, ...more })
}
const idsOf = ({ hits }: ReturnType<typeof search>) => hits.map(({ id }) => id)

describe('a name is found', () => {
  const find = finder([
    [
      document('tale', ['Tale'], { labels: ['epic', 'episch', '史诗'] }),
      document('epic_tale', ['Epic Tale'], { labels: ['common'] }),
      document('rare_tale', ['Tale'], { labels: ['uncommon'] }),
      document('lantern', ['Ember Lantern', 'Glutlaterne', '残り火のランタン', '잿불 랜턴', 'Угольный фонарь']),
      document('lanternwood', ['Lanternwood Bow']),
      document('moth', ['Lantern Moth'], { kind: 'monsters', texts: ['Circles every ember lantern.'] }),
      document('light', ['Lights Out'], { kind: 'quests', formerNames: ['Old Ember'] }),
      document('watch', ['灯火の夜守']),
      document('watcher', ['夜の灯火']),
    ],
  ])

  it.each([
    ['ember lantern', ['lantern', 'moth']],
    ['lantern emb', ['lantern', 'moth']],
    ['emberlantern', ['lantern']],
    ['em ber lant ern', ['lantern']],
    ['lantern', ['moth', 'lanternwood', 'lantern']],
    ['glutlaterne', ['lantern']],
    ['фонарь', ['lantern']],
    ['ランタン', ['lantern']],
    ['ランタソ', []],
    ['残り火のランタソ', ['lantern']],
    ['랜턴', ['lantern']],
    ['夜', ['watcher', 'watch']],
    ['灯火', ['watch', 'watcher']],
    ['夜守', ['watch']],
    ['灯火の夜字', ['watch']],
    ['夜灯', []],
  ])('%s', (text, ids) => expect(idsOf(find(text))).toEqual(ids))

  it('with its rarity, in any language', () => {
    expect(idsOf(find('epic tale'))).toEqual(['epic_tale', 'tale'])
    expect(idsOf(find('tale episch'))).toEqual(['tale'])
    expect(idsOf(find('史诗 tale'))).toEqual(['tale'])
    expect(find('uncommon tale').hits.map(({ id, fit }) => [id, fit])).toEqual([
      ['rare_tale', 'exact'],
      ['epic_tale', 'typos'],
    ])
  })

  it('by its former name, which the result contains', () => {
    expect(find('old ember').hits).toEqual([{ kind: 'quests', id: 'light', fit: 'exact', formerName: 'Old Ember' }])
    expect(idsOf(find('old'))).toEqual(['light'])
  })

  it('of the requested kinds', () => {
    expect(idsOf(find('lantern', { kinds: ['monsters', 'quests'] }))).toEqual(['moth'])
  })
})

describe('what is found first', () => {
  it('is exact, then begins so, then has the words, then has typos, then has them in other texts', () => {
    const find = finder([
      [
        document('a_text', ['Something'], { texts: ['a gloam blade'] }),
        document('b_typo', ['Gleam Blade']),
        document('c_words', ['Blade of Gloam']),
        document('d_prefix', ['Gloam Bladed Axe']),
        document('e_former', ['Dusk Edge'], { formerNames: ['Gloam Blade'] }),
        document('f_exact', ['Gloam Blade'], { kind: 'quests' }),
        document('g_exact', ['Gloam Blade']),
      ],
    ])
    const ids = ['g_exact', 'f_exact', 'e_former', 'd_prefix', 'c_words', 'b_typo', 'a_text']
    expect(idsOf(find('gloam blade'))).toEqual(ids)
    expect(find('gloam blade', { offset: 2, limit: 2 })).toMatchObject({
      total: 7,
      hits: [{ id: ids[2] }, { id: ids[3] }],
    })
  })
})

describe('patches', () => {
  it('have the documents of their ancestors, except for replaced and removed ones', () => {
    const find = finder(
      [[document('a', ['Ash']), document('b', ['Ash Bow']), document('c', ['Ash Cup'])]],
      [[document('b', ['Elm Bow'], { formerNames: ['Ash Bow'] })], [[1, 1]]],
      [[], [[1, 2]]],
    )
    expect(idsOf(find('ash'))).toEqual(['a', 'b'])
    expect(find('ash bow').hits).toEqual([{ kind: 'items', id: 'b', fit: 'exact', formerName: 'Ash Bow' }])
  })

  it('have the same results whether a document came with the first or a later patch', () => {
    const names = ['Ember Lantern', 'Ember', 'Lantern Moth', 'Elm', 'Embre Lantern', '灯火の夜守']
    const all = names.map((name, at) => document(`d${at}`, [name]))
    fc.assert(
      fc.property(
        fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }),
        fc.constantFrom(...names, 'e', 'lantern'),
        (places, text) => {
          const parts = [0, 1, 2].map((part): [SearchDocument[]] => [all.filter((_one, at) => places[at] === part)])
          expect(finder(...parts)(text)).toEqual(finder([all])(text))
        },
      ),
    )
  })
})

describe('for any names', () => {
  const letters = fc.constantFrom(...Array.from('abcdeé 灯夜ラ가'))
  const anyName = fc.string({ unit: letters, minLength: 1, maxLength: 14 }).filter((name) => foldText(name) !== '')
  const anyNames = fc.uniqueArray(anyName, { minLength: 1, maxLength: 12, selector: foldText })

  it('each is found first by itself', () => {
    fc.assert(
      fc.property(anyNames, fc.nat(), (names, nth) => {
        const name = names[nth % names.length] ?? ''
        const find = finder([names.map((one, at) => document(`d${at}`, [one]))])
        expect(find(name).hits[0]).toMatchObject({ id: `d${names.indexOf(name)}`, fit: 'exact' })
      }),
      { numRuns: 300 },
    )
  })

  it('each is found by the beginning of each of its words, and with a letter left out of a long name', () => {
    fc.assert(
      fc.property(anyNames, fc.nat(), fc.nat(), (names, nth, place) => {
        const name = names[nth % names.length] ?? ''
        const find = finder([names.map((one, at) => document(`d${at}`, [one]))])
        const id = `d${names.indexOf(name)}`
        for (const word of wordsOf(name)) {
          expect(idsOf(find(word))).toContain(id)
          expect(idsOf(find(Array.from(word)[0] ?? ''))).toContain(id)
        }
        const whole = wordsOf(name).join('')
        const at = place % whole.length
        const typo = whole.slice(0, at) + whole.slice(at + 1)
        if (maxTypos(typo) > 0) expect(idsOf(find(typo))).toContain(id)
      }),
      { numRuns: 300 },
    )
  })

  it('pages contain each result once', () => {
    fc.assert(
      fc.property(anyNames, fc.integer({ min: 1, max: 5 }), (names, limit) => {
        const find = finder([names.map((one, at) => document(`d${at}`, [one]))])
        const { total } = find('a')
        const pages = Array.from({ length: total + 1 }, (_, at) =>
          idsOf(find('a', { offset: at * limit, limit })),
        ).flat()
        expect(pages).toEqual(idsOf(find('a')))
      }),
    )
  })
})
