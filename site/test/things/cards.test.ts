// Open Graph cards of pages, on the sample world.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageHeaders } from '../../../data/api/static/page-files.ts'
import { openSampleSite, type SampleSite } from '../sample-site.ts'

describe('cards', () => {
  let site: SampleSite
  let origin: string
  beforeAll(async () => {
    site = await openSampleSite()
    origin = site.service.url
  })
  afterAll(() => site.close())

  const json = async (target: string): Promise<unknown> => (await fetch(origin + target)).json()
  const cardAt = async (path: string, init?: RequestInit) => {
    const answer = await fetch(origin + path, init)
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const idsOf = async (list: string, count = 1) => {
    const { body, rows } = (await json(`/v2/${list}?limit=${count}`)) as Partial<
      Record<'body' | 'rows', { id: string }[]>
    >
    return (body ?? rows ?? []).map(({ id }) => id)
  }
  const changedItems = async (patch: string) => {
    const { body } = (await json(`/v2/patches/${patch}/changelog`)) as {
      body: { changes: { resource: string; id: string; change: string }[] }
    }
    return body.changes
      .filter(({ resource, change }) => resource === 'items' && change === 'changed')
      .map(({ id }) => id)
  }
  const kept = () => readdirSync(join(site.dataDir, 'cards'))

  it('are pictures of 1200 by 630, different for each item, small and cacheable', async () => {
    const [one = '', other = ''] = await idsOf('items', 2)
    const { answer, bytes } = await cardAt(`/cards/items/${one}.png`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toBe(pageHeaders['cache-control'])
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    expect(bytes.length).toBeLessThan(60_000)
    expect(bytes.equals((await cardAt(`/cards/items/${other}.png`)).bytes)).toBe(false)
  })

  it('are drawn once: the second request gets the same bytes, or a 304', async () => {
    const [id = ''] = await idsOf('items')
    const first = await cardAt(`/cards/items/${id}.png`)
    const files = kept()
    const second = await cardAt(`/cards/items/${id}.png`)
    expect(second.bytes.equals(first.bytes)).toBe(true)
    expect(kept()).toEqual(files)
    const etag = first.answer.headers.get('etag') ?? ''
    expect(files).toContain(`${etag.replaceAll('"', '')}.png`)
    const known = await cardAt(`/cards/items/${id}.png`, { headers: { 'if-none-match': etag } })
    expect([known.answer.status, known.bytes.length]).toEqual([304, 0])
    const head = await cardAt(`/cards/items/${id}.png`, { method: 'HEAD' })
    expect([head.answer.status, head.bytes.length]).toEqual([200, 0])
    expect(head.answer.headers.get('content-length')).toBe(String(first.bytes.length))
  })

  it('of an old patch show the row at that patch', async () => {
    const changed = await Promise.all(['2', '4'].map(changedItems))
    const id = changed.flat()[0] ?? ''
    const now = await cardAt(`/cards/items/${id}.png`)
    const then = await cardAt(`/cards/items/${id}.png?patch=1`)
    expect([now.answer.status, then.answer.status]).toEqual([200, 200])
    expect(then.bytes.equals(now.bytes)).toBe(false)
    const { answer } = await cardAt(`/cards/items/${id}.png?patch=4`)
    expect(answer.headers.get('etag')).toBe(now.answer.headers.get('etag'))
  })

  it.each([
    '/cards/items/id.item.nobody_1001.png',
    '/cards/nowhere/id.item.nobody_1001.png',
    '/cards/nowhere.png',
    '/cards/patches/77.png',
    '/cards/items.png?patch=77',
  ])('do not exist at %s, and none is drawn', async (path) => {
    const files = kept()
    const { answer } = await cardAt(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(kept()).toEqual(files)
  })

  it.each(['items/', 'monsters/', 'quests/', 'classes/', 'items', 'patches/4', 'items?patch=1'])(
    'the page /%s names its own, with words for it',
    async (given) => {
      const path = given.endsWith('/') ? given + (await idsOf(given.slice(0, -1))).join('') : given
      const html = await (await fetch(`${origin}/${path}`)).text()
      const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
      expect(picture).toContain(`${origin}/cards/${path.split('?')[0]}`)
      expect(html).toMatch(/property="og:image:alt" content="[^"]{9,}"/)
      const { answer, bytes } = await cardAt(picture.replace(origin, ''))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect((await sharp(bytes).metadata()).width).toBe(1200)
    },
  )

  it.each(['/items', '/items/id.item.ember_lantern_5001'])(
    '%s has the same in each language: their words are English',
    async (path) => {
      const pictureOf = async (address: string) =>
        /property="og:image" content="([^"]+)"/.exec(await (await fetch(origin + address)).text())?.[1]
      expect(await pictureOf(`${path}?locale=ja`)).toBe(await pictureOf(path))
    },
  )
})
