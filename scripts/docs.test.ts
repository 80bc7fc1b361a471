// The docs are complete: each endpoint, parameter, error code and setting is described, and is on its page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problems, type ProblemCode } from '../data/api/model/values/errors.ts'
import { problemHelp } from '../data/api/answer/problem-help.ts'
import { api } from '../data/api/table.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../dynamic/test/fixtures/test-service.ts'
import { openObservedLive } from '../dynamic/test/fixtures/observed-live.ts'
import { metricHelps } from '../dynamic/metrics/metric-list.ts'
import { settingHelps } from '../dynamic/setting-list.ts'
import { openSite } from '../site/server/open-site.ts'

const codes = Object.keys(problems) as ProblemCode[]
let fixture: Fixture
let service: ServedFixture
beforeAll(async () => {
  fixture = await openSampleFixture()
  service = await fixture.serve({ site: await openSite(fixture.dataDir), live: await openObservedLive(fixture) })
})
afterAll(() => fixture.close())

async function page(path: string) {
  const reply = await fetch(`${service.url}${path}`)
  return { status: reply.status, text: await reply.text(), type: reply.headers.get('content-type') }
}

describe('everything is described', () => {
  it('endpoints and parameters with a sentence', () => {
    const sentences = api.endpoints.flatMap(({ id, summary, params }) => [
      [id, summary],
      ...Object.entries(params).map(([name, param]) => [`${id} ${name}`, param.summary]),
    ])
    expect(sentences.filter(([, summary = '']) => !/^[A-Z'`].{5,}\.$/.test(summary))).toEqual([])
  })

  it('error codes with their cause and a remedy', () => {
    expect(Object.keys(problemHelp)).toEqual(codes)
    for (const { when, remedy } of Object.values(problemHelp))
      expect(Math.min(when.length, remedy.length)).toBeGreaterThan(20)
  })

  it('settings with their effect', () => {
    expect(settingHelps().filter(({ help }) => help.length < 20)).toEqual([])
  })
})

describe('everything has its place', () => {
  it.each(api.endpoints)('$id has a page with its parameters and an answered example', async ({ id, path, params }) => {
    const { status, text } = await page(`/docs/endpoints/${id}`)
    expect(status).toBe(200)
    expect(text).toContain(`<code>${path}</code>`)
    expect(Object.keys(params).filter((name) => !text.includes(`id="param-${name}"`))).toEqual([])
    expect(/<span class="(?:good|bad)"[^>]*>(\d+)</.exec(text)?.[1]).toMatch(/^(200|302)$/)
    expect(text).toContain('data-snippet="python"')
    expect(text).not.toMatch(/ style="|<script(?![^>]* src=)/)
  })

  it('every endpoint is in the index, in the list for language models and in the search', async () => {
    const [index, models, search] = await Promise.all(['/docs', '/llms.txt', '/docs/search.json'].map(page))
    for (const { id } of api.endpoints)
      for (const one of [index, models, search]) expect(one?.text).toContain(`/docs/endpoints/${id}`)
    expect(models?.type).toBe('text/plain; charset=utf-8')
    for (const [name] of new Map(api.endpoints.flatMap(({ params }) => Object.entries(params))))
      expect(search?.text).toContain(name)
  })

  it('the type of every problem is an anchor on the page of errors', async () => {
    const { status, text } = await page('/errors')
    expect(status).toBe(200)
    expect(codes.filter((code) => !text.includes(`id="${code}"`))).toEqual([])
  })

  it('every setting is on the page of settings', async () => {
    const { text } = await page('/docs/settings')
    expect(settingHelps().filter(({ name }) => !text.includes(`id="${name}"`))).toEqual([])
  })

  it('every metric is on the page of metrics', async () => {
    const { text } = await page('/docs/metrics')
    expect(metricHelps().filter(({ name }) => !text.includes(`id="${name}"`))).toEqual([])
  })

  it('every page links to its Markdown, which has the same contents', async () => {
    const { text: models } = await page('/llms.txt')
    const listed = [...models.matchAll(/\]\(https?:\/\/[^/]+(\/\S*?\.md)\)/g)].map(([, path = '']) => path)
    const links = new Set<string>()
    for (const path of listed) {
      const { status, text, type } = await page(path)
      expect([path, status, type]).toEqual([path, 200, 'text/markdown; charset=utf-8'])
      expect(text).toMatch(/^# /)
      for (const [, href = ''] of text.matchAll(/\]\((\/[^)#]*)/g)) links.add(href)
      const html = await page(path.slice(0, -3))
      expect(html.text).toContain(`<link rel="alternate" type="text/markdown" href="${path}">`)
      expect(html.text).toContain('This page as Markdown')
    }
    const broken = [...links].filter((href) => href.endsWith('.md') && !listed.includes(href))
    expect(broken).toEqual([])
    const others = [...links].filter((href) => !href.endsWith('.md'))
    const replies = await Promise.all(others.map((href) => page(href)))
    expect(others.filter((_href, place) => replies[place]?.status !== 200)).toEqual([])
    expect(listed.length).toBeGreaterThan(api.endpoints.length + 15)
    expect((await page('/docs/nowhere.md')).status).toBe(404)
  })

  it.each(api.endpoints)('$id has its parameters and an example in its Markdown', async ({ id, path, params }) => {
    const { text } = await page(`/docs/endpoints/${id}.md`)
    expect(text).toContain(`# GET ${path}\n`)
    const names = [...Object.keys(params).map((name) => name.replace('*', '<name>')), ...path.matchAll(/(?<=\{)\w+/g)]
    expect(names.filter((name) => !text.includes(`- \`${String(name)}\` (`))).toEqual([])
    expect(text).toMatch(/HTTP (200|302)/)
  })

  it('the changelog has a date and an anchor for each entry, and a feed that links to them', async () => {
    const { text: feed, type } = await page('/docs/changelog.atom')
    const { text: html } = await page('/docs/changelog')
    expect(type).toBe('application/atom+xml; charset=utf-8')
    const anchors = [...feed.matchAll(/<id>.*#(.*)<\/id>/g)].map(([, anchor = '']) => anchor)
    expect(anchors.length).toBeGreaterThan(3)
    expect(new Set(anchors).size).toBe(anchors.length)
    for (const anchor of anchors) expect(html).toContain(`<h2 id="${anchor}">20`)
    expect(html).toContain('href="/docs/changelog.atom"')
  })

  it('no link in the docs is broken', async () => {
    const seen = new Map<string, number>()
    const queue = ['/docs']
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const { status, text, type } = await page(path)
      seen.set(path, status)
      if (!type?.startsWith('text/html') || path.startsWith('/docs/endpoints/')) continue
      const links = [...text.matchAll(/href="(\/(?:docs|errors|llms)[^"#?]*)/g)].map(([, href = '']) => href)
      for (const href of new Set(links)) if (!seen.has(href) && !queue.includes(href)) queue.push(href)
    }
    expect([...seen].filter(([, status]) => status !== 200)).toEqual([])
    expect(seen.size).toBeGreaterThan(api.endpoints.length + 15)
  })
})
