import { describe, expect, it } from 'vitest'
import { problems } from '../../../../../data/api/model/values/errors.ts'
import { api } from '../../../../../data/api/table.ts'
import { testSite } from '../../../test/test-site.ts'
import type { WrittenPages } from '../written-pages.ts'
import { docsMarkdown } from './docs-markdown.ts'
import { markdownResponse } from './markdown-response.ts'

const pages: WrittenPages = {
  guides: [
    {
      href: '/docs/guides/lamps',
      title: 'Lamps',
      description: 'How to carry one.',
      headings: [],
      text: '\nAsk `http://localhost:8080/v2/items` {RATE_LIMIT_KEY} times, not {SO_OFTEN}. See [errors](/errors#not_found), [more](/docs/faq) and [items](/items).\n',
    },
  ],
  otherPages: [{ href: '/docs/faq', title: 'FAQ', description: 'Is it free?' }],
  questions: { title: 'FAQ', text: '\n   \n\n## Is it free?\n\nIt is.\n' },
  changelog: '# Changes\n',
}

const settings = [
  { name: 'RATE_LIMIT_KEY', help: 'Requests with a key.', default: '600' },
  { name: 'SITE_URL', help: 'Where people come.', default: '' },
]
const locals = { ...testSite().locals, settings }
const page = async (path: string) => (await docsMarkdown(path, locals, pages)) ?? ''

describe('the Markdown of a page of the docs', () => {
  it('exists for every endpoint and starts with its path as heading', async () => {
    for (const { id, path } of api.endpoints) {
      if (id === 'openapi') continue
      const text = await page(`/docs/endpoints/${id}`)
      expect(text.startsWith(`# GET ${path}\n`), id).toBe(true)
    }
  })

  it('links to the Markdown of other pages of the docs, and to all other pages unchanged', async () => {
    const text = await page('/docs/guides/lamps')
    expect(text).toContain('[errors](/errors.md#not_found), [more](/docs/faq.md) and [items](/items)')
  })

  it('contains the URL of this service and the defaults of settings', async () => {
    const text = await page('/docs/guides/lamps')
    expect(text).toContain('Ask `https://ledger.example/v2/items` 600 times, not {SO_OFTEN}.')
    expect(await page('/docs/settings')).toContain('- `SITE_URL` (unset): Where people come.')
  })

  it('ends with one line break', async () => {
    for (const path of ['/docs', '/docs/faq', '/docs/changelog', '/errors', '/docs/guides/lamps'])
      expect(await page(path), path).toMatch(/[^\n]\n$/)
  })

  it('links to every endpoint from the overview', async () => {
    const text = await page('/docs')
    for (const { id, path } of api.endpoints) expect(text).toContain(`[${path}](/docs/endpoints/${id}.md)`)
  })

  it('lists every error code', async () => {
    const codes = [...(await page('/errors')).matchAll(/^## (\w+)$/gm)].map(([, code]) => code)
    expect(codes).toEqual(Object.keys(problems))
  })
})

describe('the Markdown of an endpoint', () => {
  it('describes parameters with type, default and values', async () => {
    const text = await page('/docs/endpoints/items.list')
    expect(text).toMatch(/- `limit` \(integer, 1 to 250, default `\d+`\): /)
    expect(text).toMatch(/- `rarity` \(.+\): .*`epic`, .*or another value that occurs in the patch/)
    expect(text).toContain('### Paging')
  })

  it('lists the columns by which a list can be sorted', async () => {
    expect(await page('/docs/endpoints/market.list')).toMatch(/- `sort` .+ Columns: `id`, .*`price_per_unit`/)
    expect(await page('/docs/endpoints/patches.diff')).toContain('Columns: `resource`, `id`, `name`, `change`.')
    const ofItems = /- `sort` .+/.exec(await page('/docs/endpoints/items.list'))?.[0]
    expect(ofItems).toMatch(/`rarity`, .*`primary_max_<name>`/)
    expect(ofItems).not.toContain('required_class')
  })

  it('describes path parameters', async () => {
    expect(await page('/docs/endpoints/items.single')).toMatch(/### Path parameters\n\n- `id` \(text, required\): /)
  })

  it('has a real example, or says that none is available', async () => {
    const text = await page('/docs/endpoints/items.single')
    expect(text).toContain("'https://ledger.example/v2/items/id.item.ember_lantern_5001?locale=en'")
    expect(text).toContain('HTTP 200')
    expect(await page('/docs/endpoints/population.history')).toContain('No example is available')
  })

  it('describes responses that are not JSON', async () => {
    for (const [id, description] of [
      ['chat.items', 'Plain text (`text/plain`).'],
      [
        'events',
        'Server-Sent Events (`text/event-stream`): see [follow the market](/docs/guides/follow-the-market.md)',
      ],
      ['monsters.model', 'The bytes of a file (`model/gltf-binary`).'],
      ['items.icon', 'A redirect (302) to the bytes of a file (`image/png`).'],
      ['bulk.file', 'The bytes of a file (`application/gzip`, `application/zstd` or `application/x-tar`).'],
    ] as const)
      expect(await page(`/docs/endpoints/${id}`), id).toContain(`## Response\n\n${description}`)
  })

  it('has a snippet that downloads responses that are not JSON', async () => {
    expect(await page('/docs/endpoints/items.icon')).toContain('curl --fail --location --output icon.png ')
  })

  it('has no empty section', async () => {
    for (const { id } of api.endpoints) {
      if (id === 'openapi') continue
      expect(await page(`/docs/endpoints/${id}`), id).not.toMatch(/^## [^\n]+\n+(?=## |$(?![\s\S]))/m)
    }
  })

  it('describes limits with the numbers of this service', async () => {
    const text = await page('/docs/endpoints/items.list')
    expect(text).toContain('600 with a key')
    expect(text).toMatch(/\d+ rows per page by default, 250 at most\./)
    expect(await page('/docs/endpoints/items.tooltip')).toContain('Requires a key with the scope `tooltips`')
  })
})

describe('the response', () => {
  it('has the media type of Markdown', async () => {
    const answer = await markdownResponse('/docs/faq', locals, pages)
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await answer.text()).toBe('# FAQ\n\n## Is it free?\n\nIt is.\n')
  })

  it('is a 404 that links to all pages if there is no such page', async () => {
    for (const path of ['/docs/none', '/docs/endpoints/none', 'toString', '__proto__']) {
      const answer = await markdownResponse(path, locals, pages)
      expect(answer.status, path).toBe(404)
      expect(await answer.text()).toContain('/llms.txt')
    }
  })
})
