// What a patch changed for a class: its page, its card, its feeds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSampleSite, type SampleSite } from '../sample-site.ts'
import { readXml } from '../../src/test/test-xml.ts'

const warden = 'id.player_character.warden'
const lantern = 'id.item.ember_lantern_5001'

interface Differences {
  readonly pagination: { readonly total: number }
  readonly body: readonly { readonly name: string }[]
}

describe('reports of classes', () => {
  let site: SampleSite
  let origin: string
  beforeAll(async () => {
    site = await openSampleSite()
    origin = site.service.url
  })
  afterAll(() => site.close())

  const at = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(origin + path, { headers })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const differences = async (patch: number) =>
    JSON.parse((await at(`/v2/patches/diff?to=${patch}&class=${warden}`)).text) as Differences

  it('name each change of the patch for the class once', async () => {
    const { body } = await differences(2)
    const { text } = await at(`/classes/${warden}/patches/2`)
    const names = [...new Set(body.map(({ name }) => name))]
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(text.split(`<h3`).filter((part) => part.includes(name)).length).toBe(1)
    expect(text).toMatch(new RegExp(`${names.length} up|${names.length} mixed|\\d+ (up|down|mixed)`))
  })

  it('are linked from the page of the class, and say if nothing changed', async () => {
    const { text } = await at(`/classes/${warden}`)
    expect(text).toContain(`href="/classes/${warden}/patches/2"`)
    expect(text).toContain(`href="/classes/${warden}/changes.atom"`)
    expect((await at(`/classes/${warden}/patches/1`)).text).toContain('no parent to compare it with')
  })

  it('are 404 for an unknown class or patch', async () => {
    for (const path of [`/classes/${lantern}/patches/2`, `/classes/${warden}/patches/77`])
      expect((await at(path)).status, path).toBe(404)
    for (const path of [`/classes/${lantern}/changes.atom`, `/cards/classes/${warden}/patches/77.png`])
      expect((await at(path)).status, path).toBe(404)
  })

  it('have a card to share', async () => {
    const { text } = await at(`/classes/${warden}/patches/2`)
    const card = /<meta property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? ''
    expect(new URL(card).pathname).toBe(`/cards/classes/${warden}/patches/2.png`)
    const answer = await fetch(origin + new URL(card).pathname)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  it.each([`/classes/${warden}/changes.atom`, `/favourites.atom?ids=${lantern},${warden}`])(
    'are followed in a feed: %s',
    async (path) => {
      const { status, headers, text } = await at(path)
      expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
      const { children } = readXml(text)
      expect(children.filter(({ name }) => name === 'entry').length).toBeGreaterThan(0)
      expect((await at(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
    },
  )

  it('things of one name have their rarity or tier in the titles of their feed', async () => {
    const wights = ['elite', 'nightmare'].map((tier) => `id.monster.bog_wight_${tier}`)
    const { text } = await at(`/favourites.atom?ids=${[lantern, 'id.item.ember_lantern_4001', ...wights].join()}`)
    const titles = [...text.matchAll(/<title>(.*?): added in/g)].map(([, title]) => title)
    expect(titles).toEqual(['Ember Lantern, Epic', 'Ember Lantern, Rare', 'Bog Wight, Elite', 'Bog Wight, Nightmare'])
  })
})
