// Seasons, sheets, periods and the entries of their boards.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InProcessLiveStore } from '../in-process-live-store.ts'
import {
  entry,
  firstPage,
  hour,
  iso,
  minute,
  noon,
  post,
  TestLive,
  useNewStore,
  type Fields,
} from '../test/test-live.ts'
import { insertNewRows } from '../rows/insert-rows.ts'
import { inLongForm } from '../../../../scripts/test/long-form.ts'

const board = { season: '7', sheet: 'high_roller' }
const rankedEntries = async (live: InProcessLiveStore, at = board, characterClass?: string) =>
  (await live.leaderboards.entries(at, 0, characterClass, firstPage)).value.rows.map(
    ({ rank, character }) => `${String(rank)} ${String(character)}`,
  )

describe('a board', () => {
  let live: InProcessLiveStore
  let at: TestLive
  useNewStore((one, store) => {
    live = one
    at = store
  })
  const report = (lines: readonly Fields[]) => post(live, 'leaderboards', lines)

  it('exists, with its season, sheet and period, if only entries have been observed', async () => {
    await report([entry('Ada', 1, noon)])
    expect((await live.leaderboards.seasons()).value).toEqual([{ id: '7', legacyPrefix: null, row: {} }])
    expect((await live.leaderboards.sheets('7')).value).toEqual([{ id: 'high_roller', legacySuffix: null, row: {} }])
    expect((await live.leaderboards.periods(board)).value).toEqual([{ index: 0, begin: null, end: null }])
    expect(await live.leaderboards.seasons()).toMatchObject({ observedAt: noon })
  })

  it('is in seasons and sheets that are sorted by number, before those with names', async () => {
    const ids = ['beta', 10, 9, 'alpha', 100, 8, '07']
    const inOrder = ['8', '9', '10', '100', '07', 'alpha', 'beta']
    await report(ids.map((id) => ({ season: { id } })))
    await report(ids.map((id) => ({ sheet: { id, season_id: 9 } })))
    expect((await live.leaderboards.seasons()).value.map(({ id }) => id)).toEqual(inOrder)
    expect((await live.leaderboards.sheets('9')).value.map(({ id }) => id)).toEqual(inOrder)
  })

  it('loses characters whose ranks a later capture gives to others', async () => {
    await report([entry('Ada', 1, noon), entry('Bo', 2, noon), entry('Cy', 3, noon), entry('Di', 4, noon)])
    await report([entry('Bo', 1, noon + hour), entry('Ada', 2, noon + hour), entry('Ed', 3, noon + hour)])
    expect(await rankedEntries(live)).toEqual(['1 Bo', '2 Ada', '3 Ed', '4 Di'])
  })

  it('keeps entries whose ranks a later capture does not show', async () => {
    const names = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo']
    await report(names.map((name, nth) => entry(name, nth + 1, noon)))
    await report([entry('Ada', 1, noon + hour), entry('Flo', 6, noon + hour)])
    expect(await rankedEntries(live)).toEqual(['1 Ada', '2 Bo', '3 Cy', '4 Di', '5 Ed', '6 Flo'])
  })

  it('keeps an entry if the line that took its rank was refused', async () => {
    const later = noon + hour
    await report([entry('Ada', 1, noon), entry('Bo', 2, noon), entry('Cy', 3, noon)])
    const { rejected } = await report([
      entry('Ada', 1, later),
      entry('Di', 2, later, { score: '1.5' }),
      entry('Cy', 3, later),
    ])
    expect(rejected).toHaveLength(1)
    expect(await rankedEntries(live)).toEqual(['1 Ada', '2 Bo', '3 Cy'])
    await report([entry('Di', 2, later)])
    expect(await rankedEntries(live)).toEqual(['1 Ada', '2 Di', '3 Cy'])
  })

  it('loses characters whose ranks a later capture gives to another class, if ranks are counted over all classes', async () => {
    const cook = { character_class: 'cook' }
    await report([entry('Ada', 1, noon), entry('Bo', 2, noon), entry('Cy', 3, noon)])
    await report([entry('Ada', 1, noon + hour), entry('Di', 2, noon + hour, cook), entry('Cy', 3, noon + hour)])
    expect(await rankedEntries(live)).toEqual(['1 Ada', '2 Di', '3 Cy'])
  })

  it('keeps the entries of a class when another class is captured alone', async () => {
    await report([entry('Ada', 1, noon), entry('Bo', 2, noon)])
    await report([1, 2].map((rank) => entry(`Cook ${rank}`, rank, noon + minute, { character_class: 'cook' })))
    expect(await rankedEntries(live)).toEqual(['1 Ada', '1 Cook 1', '2 Bo', '2 Cook 2'])
  })

  it('does not get an entry that was captured before more captures than a statement can name', async () => {
    await report([entry('Bo', 1, noon + hour)])
    const db = await at.tables('write')
    const [capture] = await db.selectFrom('board_captures').selectAll().execute()
    if (!capture) throw new Error('no capture')
    const captures = Array.from({ length: 66_000 }, (_, nth) => ({ ...capture, captured_at: noon + 1 + nth }))
    const key = ['season_id', 'sheet_id', 'period_index', 'character_class', 'captured_at'] as const
    await insertNewRows(db, 'board_captures', key, captures)
    await db.destroy()
    expect(await report([entry('Ada', 1, noon)])).toMatchObject({ rejected: [] })
    expect(await rankedEntries(live)).toEqual(['1 Bo'])
  })

  it('does not change when an old capture is received again', async () => {
    const old = [entry('Ada', 1, noon), entry('Bo', 2, noon), entry('Cy', 3, noon)]
    await report(old)
    await report([entry('Ada', 1, noon + hour), entry('Bo', 2, noon + hour), entry('Di', 3, noon + hour)])
    await report([entry('Ada', 1, noon + 2 * hour)])
    expect(await report(old)).toEqual({ accepted: 0, duplicates: 3, rejected: [] })
    expect(await rankedEntries(live)).toEqual(['1 Ada', '2 Bo', '3 Di'])
  })

  it('is separate for each class, period and season', async () => {
    await report([entry('Ada', 1, noon), entry('Bo', 1, noon, { character_class: 'Id_Class_Cook' })])
    await report([entry('Cy', 1, noon, { period_index: 1 }), entry('Di', 1, noon, { season_id: 8 })])
    await report([entry('Ed', 1, noon + hour, { sheet_id: 'low_roller' })])
    expect(await rankedEntries(live)).toEqual(['1 Ada', '1 Bo'])
    expect(await rankedEntries(live, board, 'cook')).toEqual(['1 Bo'])
    expect(await rankedEntries(live, board, 'smith')).toEqual([])
    expect(await rankedEntries(live, { season: '8', sheet: 'high_roller' })).toEqual(['1 Di'])
  })

  it('has entries by rank, page by page', async () => {
    await report([3, 1, 4, 2].map((rank) => entry(`C${rank}`, rank, noon)))
    const page = await live.leaderboards.entries(board, 0, undefined, { offset: 1, limit: 2 })
    expect(page.value).toMatchObject({ rows: [{ rank: 2 }, { rank: 3 }], total: 4, totalIsMinimum: false })
  })

  it('is sorted by score, whatever its number of digits', async () => {
    const scores = ['9223372036854775809', '9223372036854775808', '0009223372036854775810', '12', '-1', '0', '-0']
    const great = [
      '18446744073709551617',
      '18446744073709551616',
      '9'.repeat(40),
      `-${'9'.repeat(40)}`,
      `-${'9'.repeat(39)}8`,
    ]
    const all: (string | null)[] = [...scores, ...great, null]
    await report(all.map((score, nth) => entry(`C${nth}`, nth + 1, noon, { score })))
    const value = (score: unknown) => BigInt(String(score))
    for (const descending of [false, true]) {
      const order = { keys: [{ column: 'score', descending, isDecimal: true as const }] }
      const { rows } = (await live.leaderboards.entries(board, 0, undefined, { ...firstPage, order })).value
      const found = rows.map(({ score }) => score)
      expect(found.at(-1)).toBeNull()
      const numbers = all.filter((score) => score !== null)
      const sign = descending ? -1 : 1
      expect(found.slice(0, -1)).toEqual(
        numbers.sort((a, b) => sign * Number(value(a) > value(b)) - sign * Number(value(a) < value(b))),
      )
    }
  })

  it('has seasons whose instants are instants, however they were sent', async () => {
    await report([
      { season: { id: 1, captured_at: '2026-03-04T13:30:00+01:30' } },
      { season: { id: 2, captured_at: null } },
      { season: { id: 3 } },
    ])
    const { value } = await live.leaderboards.seasons()
    expect(value.map(({ row }) => row.captured_at)).toEqual(['2026-03-04T12:00:00Z', undefined, undefined])
    expect((await report([{ season: { id: 4, captured_at: 1_772_625_600 } }])).rejected).toHaveLength(1)
  })

  it('has the history of a character from the first observation on', async () => {
    await report([entry('Ada', 2, noon + hour, { score: 7, karma: -3 }), entry('Ada', 9, noon)])
    await report([
      entry('Ada', 5, noon, { character_class: 'cook' }),
      entry('Ada', 1, noon + hour, { period_index: 1 }),
    ])
    await report([entry('Ada', 8, noon + minute), entry('Bo', 1, noon), entry('Ada', 8, noon + minute)])
    const observed = async (characterClass?: string) =>
      (await live.leaderboards.history(board, 'Ada', characterClass)).value.map(({ rank }) => rank)
    expect(await observed('bard')).toEqual([9, 8, 2, 1])
    expect((await observed()).sort()).toEqual([1, 2, 5, 8, 9])
    const { value } = await live.leaderboards.history(board, 'Ada', 'bard')
    expect(value[2]).toMatchObject({ captured_at: '2026-03-04T13:00:00Z', score: '7', karma: -3, previous_rank: null })
  })

  it('has the history of classes in the order of their names, whichever was received first', async () => {
    for (const character_class of ['cook', 'smith', 'bard'])
      await report([entry('Ada', 1, noon, { character_class }), entry('Ada', 2, noon, { character_class })])
    const { value } = await live.leaderboards.history(board, 'Ada', undefined)
    expect(value.map(({ character_class: one }) => one)).toEqual(['bard', 'cook', 'smith'])
  })

  it('has the last version of an entry that was corrected', async () => {
    await report([entry('Ada', 2, noon)])
    expect(await report([entry('Ada', 3, noon)])).toMatchObject({ accepted: 1 })
    expect(await rankedEntries(live)).toEqual(['3 Ada'])
  })

  it('loses an entry if a late correction gives it a rank that a later capture shows', async () => {
    await report([entry('Ada', 5, noon), entry('Bo', 2, noon + hour)])
    expect(await rankedEntries(live)).toEqual(['2 Bo', '5 Ada'])
    await report([entry('Ada', 2, noon)])
    expect(await rankedEntries(live)).toEqual(['2 Bo'])
  })
})

describe('a line about a season, sheet or period', () => {
  let live: InProcessLiveStore
  useNewStore((one) => {
    live = one
  })
  const report = (lines: readonly Fields[]) => post(live, 'leaderboards', lines)

  it('replaces the previous one, or is a duplicate if it is equal', async () => {
    const season = {
      season: { id: 7, name: 'Seven', state: 'season', begin: '2026-01-01', legacy_prefix: 'S7', x: [1] },
    }
    await report([entry('Ada', 1, noon)])
    expect(await report([season])).toMatchObject({ accepted: 1, duplicates: 0 })
    expect(await report([season])).toMatchObject({ accepted: 0, duplicates: 1 })
    const row = { name: 'Seven', state: 'season', begin: '2026-01-01T00:00:00Z', end: null, x: [1] }
    expect((await live.leaderboards.seasons()).value).toEqual([{ id: '7', legacyPrefix: 'S7', row }])
    await report([{ season: { ...season.season, state: 'ended' } }])
    expect((await live.leaderboards.seasons()).value[0]?.row.state).toBe('ended')
  })

  const dated = (state: string, when: number) => ({ season: { id: 7, state, captured_at: iso(when) } })
  const state = async () => (await live.leaderboards.seasons()).value[0]?.row.state

  it('does not replace a later one, in the same batch or before', async () => {
    await report([dated('ended', noon + hour), dated('season', noon)])
    expect(await state()).toBe('ended')
    expect(await report([dated('preseason', noon + minute)])).toMatchObject({ accepted: 0, duplicates: 1 })
    expect(await state()).toBe('ended')
    expect(await report([dated('none', noon + 2 * hour)])).toMatchObject({ accepted: 1 })
    expect(await state()).toBe('none')
  })

  it('does not replace another one of the same instant', async () => {
    const both = [dated('season', noon), dated('ended', noon)]
    expect(await report(both)).toMatchObject({ accepted: 1, duplicates: 1 })
    expect(await report(both)).toMatchObject({ accepted: 0, duplicates: 2 })
    expect(await state()).toBe('season')
  })

  it('without an instant replaces the previous one, and is replaced by the next', async () => {
    await report([dated('season', noon + hour)])
    await report([{ season: { id: 7, state: 'ended' } }])
    expect(await state()).toBe('ended')
    await report([dated('none', noon)])
    expect(await state()).toBe('none')
  })

  it('may be received in any order and is not overwritten by entries', async () => {
    await report([
      { period: { index: 1, season_id: 7, sheet_id: 'a', begin: '2026-01-01', end: '2026-02-01' } },
      { sheet: { id: 'a', season_id: 7, name: 'A', legacy_suffix: '_A' } },
      entry('Ada', 1, noon, { sheet_id: 'a', period_index: 1 }),
    ])
    await report([entry('Bo', 2, noon, { sheet_id: 'a', period_index: 1 })])
    expect((await live.leaderboards.sheets('7')).value).toMatchObject([{ legacySuffix: '_A', row: { name: 'A' } }])
    const period = { index: 1, begin: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:00Z' }
    expect((await live.leaderboards.periods({ season: '7', sheet: 'a' })).value).toEqual([period])
    expect((await live.leaderboards.seasons()).value).toMatchObject([{ id: '7', row: {} }])
  })

  it('is of a sheet in its season, even if another season has a sheet with the same id', async () => {
    await report([7, 8].map((season_id) => ({ sheet: { id: 'a', season_id, name: `A of ${season_id}` } })))
    await report([7, 8].map((season_id) => ({ period: { index: season_id, season_id, sheet_id: 'a' } })))
    expect((await live.leaderboards.sheets('8')).value).toMatchObject([{ id: 'a', row: { name: 'A of 8' } }])
    expect((await live.leaderboards.periods({ season: '7', sheet: 'a' })).value).toMatchObject([{ index: 7 }])
  })
})

describe('any captures', () => {
  const at = new TestLive()
  let live: InProcessLiveStore
  beforeAll(async () => {
    live = await at.open()
  })
  afterAll(() => at.remove())

  const classes = { Ada: 'bard', Bo: 'bard', Cy: 'cook', Di: 'bard' } as const
  interface ObservedEntry {
    readonly character: keyof typeof classes
    readonly rank: number
    readonly when: number
  }
  const classOf = ({ character }: ObservedEntry) => classes[character]

  /**
   * The latest entry of each character, unless a later capture shows its rank without the character: for its class, or
   * for any class between the ranks of its class.
   */
  function oracle(observed: readonly ObservedEntry[]): string[] {
    const latest = observed.filter(
      (one) => !observed.some((other) => other.character === one.character && other.when > one.when),
    )
    const isShown = (one: ObservedEntry) =>
      observed.some(({ rank, when }) => {
        const ranksOfClass = observed
          .filter((other) => other.when === when && classOf(other) === classOf(one))
          .map((other) => other.rank)
        return (
          rank === one.rank && when > one.when && Math.min(...ranksOfClass) <= rank && rank <= Math.max(...ranksOfClass)
        )
      })
    const left = latest.filter((one) => !isShown(one))
    return left.map(({ rank, character }) => `${rank} ${character}`).sort()
  }

  it('lead to the same board, in whatever order and batches their entries are received, even repeatedly', async () => {
    const ranks = fc.record({
      characters: fc.shuffledSubarray(Object.keys(classes) as (keyof typeof classes)[], { minLength: 1 }),
      ranks: fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 4 }),
    })
    const captures = fc.array(ranks, { minLength: 1, maxLength: 4 }).map((all) =>
      all.flatMap((capture, when) =>
        capture.characters.map((character, nth): ObservedEntry => ({
          character,
          rank: capture.ranks[nth] ?? 0,
          when,
        })),
      ),
    )
    const posts = captures.chain((observed) =>
      fc.tuple(
        fc.constant(observed),
        fc.shuffledSubarray([...observed, ...observed], { minLength: observed.length * 2 }),
        fc.integer({ min: 1, max: 5 }),
      ),
    )
    let run = 0
    const property = fc.asyncProperty(posts, async ([observed, shuffled, size]) => {
      const season = String((run += 1))
      const lines = shuffled.map(({ character, rank, when }) =>
        entry(character, rank, noon + when, { season_id: season, character_class: classes[character] }),
      )
      for (let from = 0; from < lines.length; from += size)
        await post(live, 'leaderboards', lines.slice(from, from + size))
      expect((await rankedEntries(live, { season, sheet: 'high_roller' })).sort()).toEqual(oracle(observed))
    })
    await fc.assert(property, { numRuns: inLongForm(60, 20) })
  })
})
