// URLs of rows are permanent: if a patch lacks a row, its page says which patch has it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSampleSite, type SampleSite } from '../sample-site.ts'

interface Changelog {
  readonly body: {
    readonly parent: { readonly id: number }
    readonly changes: readonly { readonly resource: string; readonly id: string; readonly change: string }[]
  }
}

describe('the page of a row that its patch lacks', () => {
  let site: SampleSite
  let url: string
  let moved: Changelog['body']
  beforeAll(async () => {
    site = await openSampleSite()
    ;({ url } = site.service)
    const answer = await fetch(`${url}/v2/patches/current/changelog`)
    moved = ((await answer.json()) as Changelog).body
  })
  afterAll(() => site.close())

  const idOf = (change: string) =>
    moved.changes.find((one) => one.resource === 'items' && one.change === change)?.id ?? `no item was ${change}`
  const open = async (path: string) => {
    const answer = await fetch(url + path)
    return { status: answer.status, html: await answer.text() }
  }
  const wayOut = (html: string) =>
    /<a class="button main" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''

  it('redirects to the list of variants if the URL names an archetype, at its patch and in its language', async () => {
    const leadsTo = async (path: string) => {
      const answer = await fetch(url + path, { redirect: 'manual' })
      return [answer.status, answer.headers.get('location')]
    }
    const list = '/items?archetype=id.item.ember_lantern'
    expect(await leadsTo('/items/id.item.ember_lantern')).toEqual([302, list])
    expect(await leadsTo('/items/id.item.ember_lantern?patch=1&locale=de')).toEqual([302, `${list}&patch=1&locale=de`])
    expect(await leadsTo('/monsters/id.monster.bog_wight')).toEqual([302, '/monsters/id.monster.bog_wight_common'])
    expect(await leadsTo('/monsters/id.item.ember_lantern')).toEqual([404, null])
    const { status, html } = await open(list)
    expect(status).toBe(200)
    expect(html).toContain('id.item.ember_lantern_5001')
  })

  it('links to the newest patch that has the row, if it was removed', async () => {
    const id = idOf('removed')
    const { status, html } = await open(`/items/${id}`)
    expect(status).toBe(404)
    expect(html).toContain('is not in this patch')
    expect(html).toContain('Removed in')
    expect(wayOut(html)).toBe(`/items/${id}?patch=${moved.parent.id}`)
    expect((await open(wayOut(html))).status).toBe(200)
  })

  it('links to the current patch if the row was added later, in the requested language', async () => {
    const id = idOf('added')
    const { status, html } = await open(`/items/${id}?patch=${moved.parent.id}&locale=de`)
    expect(status).toBe(404)
    expect(html).toContain('Hinzugefügt in')
    expect(wayOut(html)).toBe(`/items/${id}?locale=de`)
    expect((await open(wayOut(html))).status).toBe(200)
  })

  it('is not linked from the first entry of the history, which links to the row as it was added', async () => {
    const { html } = await open('/items/id.item.ember_lantern_5001')
    const [history = ''] = /History[^]*?<\/section>/.exec(html) ?? []
    expect(history).toContain('href="/items/id.item.ember_lantern_5001?patch=1"')
  })

  it.each(['/items/id.item.nobody_1001', '/items/id.item.nobody_1001/live', '/nowhere/id.item.nobody_1001'])(
    'is none where no patch ever had it: %s',
    async (path) => {
      const { status, html } = await open(path)
      expect(status).toBe(404)
      expect(html).not.toContain('not in this patch')
    },
  )
})
