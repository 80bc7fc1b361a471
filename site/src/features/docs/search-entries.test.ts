import { describe, expect, it } from 'vitest'
import { problems } from '../../../../data/api/model/values/errors.ts'
import { api } from '../../../../data/api/table.ts'
import { searchEntries } from './search-entries.ts'

const pages = {
  guides: [
    {
      href: '/docs/guides/lamps',
      title: 'Lamps',
      description: 'How to carry one.',
      headings: [{ slug: 'oil', text: 'Where oil is sold' }],
      text: 'A lamp needs oil. A lantern needs oil too, and the lantern-bearer.',
    },
  ],
  otherPages: [{ href: '/docs/faq', title: 'FAQ', description: 'Is it free?' }],
}

const document = {
  paths: {
    '/v2/items': {
      get: {
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { properties: { body: { items: { properties: { gear_score: { type: 'integer' } } } } } },
              },
            },
          },
        },
      },
    },
  },
  components: { schemas: {} },
}
const entries = await searchEntries(api, document, pages, {
  '/docs/settings': [{ name: 'PORT', help: 'Where it listens.' }],
})
const at = (href: string) => entries.find((entry) => entry.href === href)

describe('the search of the docs', () => {
  it('has one entry for every page, endpoint, error and setting', () => {
    const hrefs = entries.map(({ href }) => href)
    expect(new Set(hrefs).size).toBe(hrefs.length)
    expect(hrefs).toHaveLength(1 + 1 + api.endpoints.length + Object.keys(problems).length + 1)
  })

  it('finds a guide by its headings and by its longer words, without duplicates', () => {
    const words = at('/docs/guides/lamps')?.words.split(' ') ?? []
    expect(words).toEqual([...'Where oil is sold'.split(' '), 'lamp', 'needs', 'lantern', 'lantern-bearer'])
  })

  it('finds an endpoint by its id, path, parameters, fields, headers and errors', () => {
    const entry = at('/docs/endpoints/items.list')
    expect(entry?.title).toBe('GET /v2/items')
    expect(entry?.words.split(' ')).toEqual(
      expect.arrayContaining(['items.list', 'rarity', 'min_gear_score', 'gear_score', 'X-Patch-Id', 'unknown_patch']),
    )
  })

  it('finds an error by its code and its description, a setting by its name', () => {
    expect(at('/errors#unknown_patch')?.title).toBe('unknown_patch')
    expect(at('/errors#unknown_patch')?.summary).toMatch(/^\d{3}: /)
    expect(at('/errors#unknown_patch')?.words).not.toBe('')
    expect(at('/docs/settings#PORT')).toMatchObject({ title: 'PORT', summary: 'Where it listens.' })
  })

  it('has a title and a summary for every entry', () => {
    for (const { href, title, summary } of entries) expect([title, summary].map(Boolean), href).toEqual([true, true])
  })
})
