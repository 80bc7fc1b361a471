// Content of the Open Graph cards for rows, lists and patches of the sample world.
import { describe, expect, it } from 'vitest'
import { samplePatches, sampleRows } from '../../../../data/api/test/test-world.ts'
import type { Card } from '../../../cards/card.ts'
import { loadRowDetail } from '../../request/thing/row-detail.ts'
import { listNamed, testSite } from '../../test/test-site.ts'
import { cardResponse } from './card-response.ts'
import { listCard } from './list-card.ts'
import { patchCard } from './patch-card.ts'
import { rowCard } from './row-card.ts'

const [old, changed, , current] = samplePatches
if (!changed || !old) throw new Error('There are no patches')

async function cardOf(path: string, id: string, search = '', site = testSite()): Promise<Card> {
  const detail = await loadRowDetail(path, id, new URL(`https://ledger.example/${path}/${id}${search}`), site.locals)
  if (!detail) throw new Error(`There is no ${id}`)
  return rowCard(detail, site.locals)
}

describe('the card of a row', () => {
  it('has its kind, rarity, figures, text and the patch that last changed it', async () => {
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

  it('names the patch that added the row if no later patch changed it', async () => {
    expect((await cardOf('items', 'id.item.mossbread_1001')).note).toBe('Since 1.1.0.2188')
  })

  it('names its patch if that is not the current one', async () => {
    expect((await cardOf('items', 'id.item.gloam_blade_5001', '?patch=1')).note).toBe('As of 1.0.0.2101, 1.0.0.2101')
  })

  it('omits texts that are keys, and has the description of the list if there are no figures', async () => {
    const spawner = await cardOf('spawners', 'id.spawner.brine_fen_barrel_07')
    expect(spawner.figures).toEqual([])
    expect(spawner.text).toBe(listNamed('spawners').resource?.description)
    const items = [{ id: 'id.item.rope_1001', name: 'Rope', description: 'Reach_Item_Rope_Description', gear_score: 1 }]
    const site = testSite({ rows: { ...sampleRows, items } })
    expect((await cardOf('items', 'id.item.rope_1001', '', site)).text).toBeUndefined()
  })

  it('requests labels of attributes only if the row has attributes', async () => {
    const site = testSite()
    await cardOf('perks', 'id.perk.footwork', '', site)
    const before = site.requested.filter((target) => target.startsWith('/v2/attributes?')).length
    await cardOf('items', 'id.item.ember_lantern_5001', '', site)
    expect(site.requested.filter((target) => target.startsWith('/v2/attributes?'))).toHaveLength(before + 1)
  })
})

describe('the card of a list', () => {
  it('has the total and the count of each kind, the most frequent first', async () => {
    const card = await listCard(listNamed('items'), current, testSite().locals)
    expect(card).toMatchObject({ kind: ['Explorer'], name: 'Items', note: '1.2.0.2247' })
    expect(card.figures).toEqual([
      { label: 'Total', value: '3' },
      { label: 'Epic', value: '2' },
      { label: 'Common', value: '1' },
    ])
    expect(card.text).toContain('bag')
  })

  it('has only the total if there is one kind, and names an old patch', async () => {
    const card = await listCard(listNamed('loot-tables'), old, testSite().locals)
    expect(card.figures).toEqual([{ label: 'Total', value: '2' }])
    expect(card.note).toMatch(/^As of 1\.0\.0\.2101, /)
  })

  it('has no note before the first patch', async () => {
    const card = await listCard(listNamed('items'), undefined, testSite({ patches: [], rows: {} }).locals)
    expect(card).toMatchObject({ figures: [{ label: 'Total', value: '0' }], note: undefined })
  })
})

describe('the card of a patch', () => {
  it('counts changes per list, most first, without zeros', async () => {
    const card = await patchCard({ ...changed, released_at: '2026-02-01T09:00:00Z' }, testSite().fetchApi)
    expect(card.kind).toEqual(['Patches', 'Main', 'Feb 1, 2026'])
    expect(card.figures).toEqual([
      { label: 'Items', value: '1 added, 1 changed' },
      { label: 'Perks', value: '1 removed' },
    ])
  })

  it('has no figures if nothing is known to have changed', async () => {
    expect(await patchCard(old, testSite().fetchApi)).toMatchObject({ kind: ['Patches', 'Main'], figures: [] })
  })
})

describe('the response with a card', () => {
  const card: Card = { kind: ['Items'], name: 'Ember Lantern', figures: [] }
  const png = new Uint8Array([137, 80, 78, 71])
  let drawn = 0
  const answer = (init: RequestInit = {}, isComplete = true) =>
    cardResponse(
      card,
      {
        ...testSite().locals,
        cards: { tagOf: () => 'ember', draw: () => Promise.resolve(((drawn += 1), { bytes: png, isComplete })) },
      },
      new Request('https://ledger.example/card.png', init),
    )

  it('is a PNG with an ETag', async () => {
    const { status, headers, ...reply } = await answer().then(async (one) => ({
      ...{ status: one.status, headers: one.headers, bytes: await one.bytes() },
    }))
    expect([status, headers.get('content-type'), headers.get('etag')]).toEqual([200, 'image/png', '"ember"'])
    expect([...reply.bytes]).toEqual([...png])
  })

  it('has no body for HEAD, but a Content-Length', async () => {
    const reply = await answer({ method: 'HEAD' })
    expect(reply.headers.get('content-length')).toBe('4')
    expect(await reply.text()).toBe('')
  })

  it('is a 304 if the client has the card, which is then not drawn', async () => {
    drawn = 0
    expect((await answer({ headers: { 'if-none-match': '"ember"' } })).status).toBe(304)
    expect(drawn).toBe(0)
    expect((await answer({ headers: { 'if-none-match': '"ash"' } })).status).toBe(200)
    expect(drawn).toBe(1)
  })

  it('is not cached if the picture of the row is missing', async () => {
    const { status, headers } = await answer({}, false)
    expect([status, headers.get('content-type'), headers.get('content-length')]).toEqual([200, 'image/png', '4'])
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store'])
  })

  it('is a 503 with Retry-After if too many cards are being drawn', async () => {
    const nothing = { ...testSite().locals, cards: { tagOf: () => 'ember', draw: () => Promise.resolve(undefined) } }
    const reply = await cardResponse(card, nothing, new Request('https://ledger.example/card.png'))
    expect(reply.status).toBe(503)
    expect(reply.headers.get('retry-after')).toBe('5')
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })
})
