import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder, type Row } from '../test/test-bundle.ts'
import { AnomalyError, describeAnomaly, type Anomaly } from './anomalies.ts'

const items = (count: number, more: (at: number) => Row = () => ({}), from = 0): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: `id.item.i${at + from}`, ...more(at + from) }))

let folder: DataFolder

beforeEach(() => {
  folder = new DataFolder()
})
afterEach(() => folder.close())

/** The error with which an import was refused; undefined if it succeeded. */
async function anomaliesOf(version: string, rows: Row[], resource = 'items'): Promise<readonly Anomaly[]> {
  try {
    await folder.import(version, { [resource]: rows })
    return []
  } catch (error) {
    if (error instanceof AnomalyError) return error.anomalies
    throw error
  }
}

describe('the gate stops', () => {
  it('a column that is now all null, with the figures in the message', async () => {
    await folder.import('1', { items: items(4, (at) => ({ name: 'a', gear_score: at === 0 ? 5 : null, zeal: 0 })) })
    const before = folder.tree()
    expect(
      await anomaliesOf(
        '2',
        items(4, () => ({ name: 'a' })),
      ),
    ).toEqual([
      {
        resource: 'items',
        columnsAllNull: ['gear_score', 'zeal'],
        columnsAllZero: [],
        rowsBefore: 4,
        rowsAfter: 4,
        idsLost: 0,
      },
    ])
    expect(folder.tree()).toBe(before)
  })

  it('a column that is now all zero', async () => {
    await folder.import('1', { items: items(4, (at) => ({ gear_score: at, primary_min_armor: 0 })) })
    expect(
      await anomaliesOf(
        '2',
        items(4, () => ({ gear_score: 0, primary_min_armor: 0 })),
      ),
    ).toMatchObject([{ columnsAllNull: [], columnsAllZero: ['gear_score'] }])
  })

  it('a loss of more than half of the ids, however many new ones there are', async () => {
    await folder.import('1', { items: items(10) })
    expect(await anomaliesOf('2', items(20, undefined, 6))).toMatchObject([
      { rowsBefore: 10, rowsAfter: 20, idsLost: 6 },
    ])
  })

  it('an empty file for a resource that had rows', async () => {
    await folder.import('1', { items: items(1) })
    expect(await anomaliesOf('2', [])).toMatchObject([{ rowsBefore: 1, rowsAfter: 0, idsLost: 1 }])
  })

  it('all resources at once, with a sentence that says what to do', async () => {
    await folder.import('1', { items: items(1), perks: [{ id: 'id.perk.p', can_use: true }] })
    await expect(folder.import('2', { items: [], perks: [{ id: 'id.perk.p' }] })).rejects.toMatchObject({
      message:
        'The bundle looks like a broken extraction; nothing was imported. Add --accept-anomalies if it is right.',
      anomalies: [{ resource: 'items' }, { resource: 'perks', columnsAllNull: ['can_use'] }],
    })
  })

  it('a loss of rows that the parent itself inherited', async () => {
    await folder.import('1', { items: items(4, () => ({ name: 'a' })) })
    await folder.import('2')
    expect(await anomaliesOf('3', items(4))).toMatchObject([{ columnsAllNull: ['name'] }])
  })

  it('a replacement that is worse than the parent', async () => {
    await folder.import('1', { items: items(4) })
    await folder.import('2', { items: items(4) })
    await expect(folder.import('2', { items: [] }, { replace: true })).rejects.toBeInstanceOf(AnomalyError)
  })

  it('the loss of a key of two columns', async () => {
    const abilities = (ids: string[]) => ids.map((id) => ({ monster_id: 'id.monster.rat', ability_id: id }))
    await folder.import('1', { monster_abilities: abilities(['a', 'b', 'c']) })
    expect(await anomaliesOf('2', abilities(['a']), 'monster_abilities')).toMatchObject([{ rowsBefore: 3, idsLost: 2 }])
  })
})

describe('the gate lets through', () => {
  it('a loss of exactly half of the ids', async () => {
    await folder.import('1', { items: items(10) })
    expect(await anomaliesOf('2', items(10, undefined, 5))).toEqual([])
  })

  it('columns that were all null or all zero before', async () => {
    await folder.import('1', { items: items(4, () => ({ gear_score: 0, name: null })) })
    expect(
      await anomaliesOf(
        '2',
        items(4, () => ({ gear_score: 0 })),
      ),
    ).toEqual([])
  })

  it('a column with one value left', async () => {
    await folder.import('1', { items: items(4, () => ({ gear_score: 3, name: 'a' })) })
    expect(
      await anomaliesOf(
        '2',
        items(4, (at) => (at === 0 ? { gear_score: 1, name: 'a' } : { gear_score: 0 })),
      ),
    ).toEqual([])
  })

  it('a file that the parent does not have, and a patch without a parent', async () => {
    await folder.import('1', { items: items(4) })
    expect(await anomaliesOf('2', [], 'perks')).toEqual([])
    expect((await folder.import({ branch: 'other', version: '1' }, { items: [] })).outcome).toBe('imported')
  })

  it('a file that is not in the bundle', async () => {
    await folder.import('1', { items: items(4), perks: [{ id: 'id.perk.p' }] })
    expect(await anomaliesOf('2', [{ id: 'id.perk.p' }], 'perks')).toEqual([])
    expect(folder.list('/v2/items')).toHaveLength(4)
  })

  it('everything if anomalies are accepted; the summary contains the figures', async () => {
    await folder.import('1', { items: items(4) })
    const { outcome, anomalies } = await folder.import('2', { items: items(1) }, { acceptAnomalies: true })
    expect(outcome).toBe('imported')
    expect(anomalies).toMatchObject([{ resource: 'items', idsLost: 3 }])
    expect(folder.list('/v2/items')).toHaveLength(1)
  })
})

describe('an anomaly in words', () => {
  const anomaly = {
    resource: 'items',
    columnsAllNull: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
    columnsAllZero: ['z'],
    rowsBefore: 9,
    rowsAfter: 3,
    idsLost: 6,
  }

  it('has the figures and the first names', () => {
    expect(describeAnomaly(anomaly)).toBe(
      'items: 9 rows before, 3 now, 6 ids gone; 8 columns all null (a, b, c, d, e, f and 2 more); 1 column all zero (z)',
    )
    expect(describeAnomaly({ ...anomaly, columnsAllNull: [], columnsAllZero: [] })).toBe(
      'items: 9 rows before, 3 now, 6 ids gone',
    )
  })
})
