// What the cards of pages say, of the rows of the sample world.
import { describe, expect, it } from 'vitest'
import { samplePatches, sampleRows } from '../../../../data/api/test/test-world.ts'
import type { Card } from '../../../cards/card.ts'
import { loadRowDetail } from '../../request/thing/row-detail.ts'
import { listNamed, testSite } from '../../test/test-site.ts'
import { answerCard } from './answer-card.ts'
import { cardOfList } from './list-card.ts'
import { cardOfPatch } from './patch-card.ts'
import { rowCard } from './row-card.ts'

const [old, changed, , current] = samplePatches
if (!changed || !old) throw new Error('There are no patches')

async function cardOf(path: string, id: string, search = '', site = testSite()): Promise<Card> {
  const detail = await loadRowDetail(path, id, new URL(`https://ledger.example/${path}/${id}${search}`), site.locals)
  if (!detail) throw new Error(`There is no ${id}`)
  return rowCard(detail, site.locals)
}

describe('the card of a thing', () => {
  it('says what it is, what it can do and since when', async () => {
    expect(await cardOf('items', 'id.item.ember_lantern_5001')).toMatchObject({
      kind: ['Items', 'Utility'],
      name: 'Ember Lantern',
      rarity: { slug: 'epic', word: 'Epic' },
      figures: [
        { label: 'Light Radius', value: '16.6' },
        { label: 'Gear score', value: '38' },
      ],
      text: 'It has never gone out. Not once.',
      note: 'Changed in 1.1.0.2188',
    })
  })

  it('says when it was added where nothing changed since', async () => {
    expect((await cardOf('items', 'id.item.mossbread_1001')).note).toBe('Since 1.1.0.2188')
  })

  it('says which patch it is of where that is not the current one', async () => {
    expect((await cardOf('items', 'id.item.gloam_blade_5001', '?patch=1')).note).toBe('As of 1.0.0.2101, 1.0.0.2101')
  })

  it('has no text that is a key, and the list’s own words where there is nothing to say', async () => {
    const spawner = await cardOf('spawners', 'id.spawner.brine_fen_barrel_07')
    expect(spawner.figures).toEqual([])
    expect(spawner.text).toBe(listNamed('spawners').resource?.about)
    const items = [{ id: 'id.item.rope_1001', name: 'Rope', description: 'Reach_Item_Rope_Description', gear_score: 1 }]
    const site = testSite({ rows: { ...sampleRows, items } })
    expect((await cardOf('items', 'id.item.rope_1001', '', site)).text).toBeUndefined()
  })

  it('asks for labels of attributes only where it has some', async () => {
    const site = testSite()
    await cardOf('perks', 'id.perk.footwork', '', site)
    const before = site.requested.filter((target) => target.startsWith('/v2/attributes?')).length
    await cardOf('items', 'id.item.ember_lantern_5001', '', site)
    expect(site.requested.filter((target) => target.startsWith('/v2/attributes?'))).toHaveLength(before + 1)
  })
})

describe('the card of a list', () => {
  it('tells how many there are, and of what kinds, the most frequent first', async () => {
    const card = await cardOfList(listNamed('items'), current, testSite().locals)
    expect(card).toMatchObject({ kind: ['Explorer'], name: 'Items', note: '1.2.0.2247' })
    expect(card.figures).toEqual([
      { label: 'Total', value: '3' },
      { label: 'Epic', value: '2' },
      { label: 'Common', value: '1' },
    ])
    expect(card.text).toContain('bag')
  })

  it('tells only how many where there is one kind, and the patch where it is an old one', async () => {
    const card = await cardOfList(listNamed('loot-tables'), old, testSite().locals)
    expect(card.figures).toEqual([{ label: 'Total', value: '2' }])
    expect(card.note).toMatch(/^As of 1\.0\.0\.2101, /)
  })

  it('has no note before the first patch', async () => {
    const card = await cardOfList(listNamed('items'), undefined, testSite({ patches: [], rows: {} }).locals)
    expect(card).toMatchObject({ figures: [{ label: 'Total', value: '0' }], note: undefined })
  })
})

describe('the card of a patch', () => {
  it('tells what it changed, of what most, without zeros', async () => {
    const card = await cardOfPatch({ ...changed, released_at: '2026-02-01T09:00:00Z' }, testSite().fetchApi)
    expect(card.kind).toEqual(['Patches', 'Main', 'Feb 1, 2026'])
    expect(card.figures).toEqual([
      { label: 'Items', value: '1 added, 1 changed' },
      { label: 'Perks', value: '1 removed' },
    ])
  })

  it('is there for a patch that changed nothing that is known', async () => {
    expect(await cardOfPatch(old, testSite().fetchApi)).toMatchObject({ kind: ['Patches', 'Main'], figures: [] })
  })
})

describe('the answer with a card', () => {
  const card: Card = { kind: ['Items'], name: 'Ember Lantern', figures: [] }
  const png = new Uint8Array([137, 80, 78, 71])
  let drawn = 0
  const answer = (init: RequestInit = {}, isWhole = true) =>
    answerCard(
      card,
      {
        ...testSite().locals,
        cards: { tagOf: () => 'ember', drawn: () => Promise.resolve(((drawn += 1), { bytes: png, isWhole })) },
      },
      new Request('https://ledger.example/card.png', init),
    )

  it('is the picture', async () => {
    const { status, headers, ...reply } = await answer().then(async (one) => ({
      ...{ status: one.status, headers: one.headers, bytes: await one.bytes() },
    }))
    expect([status, headers.get('content-type'), headers.get('etag')]).toEqual([200, 'image/png', '"ember"'])
    expect([...reply.bytes]).toEqual([...png])
  })

  it('has no body for HEAD, but its length', async () => {
    const reply = await answer({ method: 'HEAD' })
    expect(reply.headers.get('content-length')).toBe('4')
    expect(await reply.text()).toBe('')
  })

  it('is a 304 for who has it, and nothing is drawn for that', async () => {
    drawn = 0
    expect((await answer({ headers: { 'if-none-match': '"ember"' } })).status).toBe(304)
    expect(drawn).toBe(0)
    expect((await answer({ headers: { 'if-none-match': '"ash"' } })).status).toBe(200)
    expect(drawn).toBe(1)
  })

  it('is for now alone without the picture that it should have', async () => {
    const { status, headers } = await answer({}, false)
    expect([status, headers.get('content-type'), headers.get('content-length')]).toEqual([200, 'image/png', '4'])
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store'])
  })

  it('says when to come again where too many wait', async () => {
    const nothing = { ...testSite().locals, cards: { tagOf: () => 'ember', drawn: () => Promise.resolve(undefined) } }
    const reply = await answerCard(card, nothing, new Request('https://ledger.example/card.png'))
    expect(reply.status).toBe(503)
    expect(reply.headers.get('retry-after')).toBe('5')
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })
})
