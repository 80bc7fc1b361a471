// The HTML of every kind of page, as a validator reads it.
import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyKind, pathOf } from '../kinds-of-pages.ts'
import { openSiteFixture, type SiteFixture } from '../site-service.ts'

const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

let fixture: SiteFixture
beforeAll(async () => {
  fixture = await openSiteFixture({ population: 3 })
})
afterAll(() => fixture.close())

describe('the markup', () => {
  it.each(everyKind.map((one) => [one.kind, one] as const))('of %s is valid', async (_, one) => {
    const html = await (await fetch(fixture.url + (await pathOf(one, fixture.url)))).text()
    const { results } = await validator.validateString(html)
    const found = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, offset, size }) => [
        ruleId,
        message,
        html.slice(offset - 40, offset + size + 80),
      ]),
    )
    expect(found).toEqual([])
  })
})
