// Pages ignore parameters of the API that change the form of rows, because they need complete rows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyKind, livePages, pathOf } from '../kinds-of-pages.ts'
import { openSiteFixture, type SiteFixture } from '../site-service.ts'

const forms = ['format=ndjson', 'format=csv', 'condense=false', 'fields=patch_id', 'embed=classes']
const withRows = [...everyKind.filter(({ template }) => template === 'list'), ...livePages]

describe('a page whose URL requests rows in another form', () => {
  let fixture: SiteFixture
  beforeAll(async () => {
    fixture = await openSiteFixture()
  })
  afterAll(() => fixture.close())

  /** The status, and the API call that the page shows. */
  async function shown(path: string) {
    const answer = await fetch(fixture.url + path)
    const [, call] = /class="api-call"[\s\S]*?<code[^>]*>([^<]*)/.exec(await answer.text()) ?? []
    return { status: answer.status, call }
  }

  it.each(withRows.map((one) => [one.kind, one] as const))(
    'is the same as without these parameters: %s',
    async (_, page) => {
      const path = await pathOf(page, fixture.url)
      const plain = await shown(path)
      expect(plain.status).toBe(200)
      for (const form of forms)
        expect(await shown(`${path}${path.includes('?') ? '&' : '?'}${form}`), form).toEqual(plain)
    },
  )
})
