// The docs say everything: each endpoint, parameter, error code and setting is described, and is on its page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problems, type ProblemCode } from '../data/api/errors.ts'
import { problemHelp } from '../data/api/problem-help.ts'
import { api } from '../data/api/table.ts'
import { openSampleHouse, type House, type ServedHouse } from '../dynamic/test/house.ts'
import { observedLive } from '../dynamic/test/observed.ts'
import { settingHelps } from '../dynamic/settings.ts'
import { openSite } from './site.ts'

const codes = Object.keys(problems) as ProblemCode[]
let house: House
let service: ServedHouse
beforeAll(async () => {
  house = await openSampleHouse()
  service = await house.serve({ site: await openSite(house.dataDir), live: await observedLive(house) })
})
afterAll(() => house.close())

async function page(path: string) {
  const reply = await fetch(`${service.url}${path}`)
  return { status: reply.status, text: await reply.text(), type: reply.headers.get('content-type') }
}

describe('everything is described', () => {
  it('endpoints and parameters, by a sentence', () => {
    const sentences = api.endpoints.flatMap(({ id, summary, params }) => [
      [id, summary],
      ...Object.entries(params).map(([name, param]) => [`${id} ${name}`, param.summary]),
    ])
    expect(sentences.filter(([, summary = '']) => !/^[A-Z'`].{5,}\.$/.test(summary))).toEqual([])
  })

  it('error codes, by when they come and what to do', () => {
    expect(Object.keys(problemHelp)).toEqual(codes)
    for (const { when, remedy } of Object.values(problemHelp))
      expect(Math.min(when.length, remedy.length)).toBeGreaterThan(20)
  })

  it('settings, by what they do', () => {
    expect(settingHelps().filter(({ help }) => help.length < 20)).toEqual([])
  })
})

describe('everything has its place', () => {
  it.each(api.endpoints)(
    '$id has a page with its parameters and an example that was answered',
    async ({ id, path, params }) => {
      const { status, text } = await page(`/docs/endpoints/${id}`)
      expect(status).toBe(200)
      expect(text).toContain(`<code>${path}</code>`)
      expect(Object.keys(params).filter((name) => !text.includes(`id="param-${name}"`))).toEqual([])
      expect(/<span class="(?:good|bad)"[^>]*>(\d+)</.exec(text)?.[1]).toMatch(/^(200|302)$/)
      expect(text).toContain('data-snippet="python"')
      expect(text).not.toMatch(/ style="|<script(?![^>]* src=)/)
    },
  )

  it('every endpoint is in the index, in the list for language models and in the search', async () => {
    const [index, models, search] = await Promise.all(['/docs', '/llms.txt', '/docs/search.json'].map(page))
    for (const { id } of api.endpoints)
      for (const one of [index, models, search]) expect(one?.text).toContain(`/docs/endpoints/${id}`)
    expect(models?.type).toBe('text/plain; charset=utf-8')
    for (const [name] of new Map(api.endpoints.flatMap(({ params }) => Object.entries(params))))
      expect(search?.text).toContain(name)
  })

  it('the address of every problem is an anchor of the page of errors', async () => {
    const { status, text } = await page('/errors')
    expect(status).toBe(200)
    expect(codes.filter((code) => !text.includes(`id="${code}"`))).toEqual([])
  })

  it('every setting is on the page of settings', async () => {
    const { text } = await page('/docs/settings')
    expect(settingHelps().filter(({ name }) => !text.includes(`id="${name}"`))).toEqual([])
  })

  it('no link of the docs leads nowhere', async () => {
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
