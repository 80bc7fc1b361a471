// Search in the sample world: with typos, in every language, by former names.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isNamed } from '../../../data/api/model/resource.ts'
import { locales, type Locale } from '../../../data/api/model/values/locales.ts'
import { unit } from '../../../data/sample/random.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { fetchApi } from '../fixtures/test-client.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'

interface Row {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly matched: string
  readonly former_name?: string
  readonly url: string
}
interface Named {
  readonly kind: string
  readonly id: string
  readonly locale: Locale
  readonly name: string
}

let fixture: Fixture
let service: ServedFixture
let catalog: Catalog
beforeAll(async () => {
  fixture = await openSampleFixture()
  service = await fixture.serve()
  catalog = fixture.catalog()
})
afterAll(() => fixture.close())

async function find(q: string, more: Record<string, string> = {}): Promise<readonly Row[]> {
  const { status, rows } = await fetchApi(service, `/v2/search?${new URLSearchParams({ q, ...more }).toString()}`)
  expect(status, q).toBe(200)
  return rows as unknown as readonly Row[]
}

/** Returns every name at the current patch in a language. */
function namesIn(locale: Locale): Named[] {
  const scope = catalog.patches.current()?.id ?? 0
  const texts = catalog.texts(scope, locale)
  const byName = new Map<string, Named>()
  for (const resource of [...fixture.api.resources.values()].filter(isNamed))
    for (const { id, name: key } of catalog.related.summaries(resource, scope)) {
      const name = key === null ? undefined : (texts?.get(key) ?? key)
      if (name !== undefined && !byName.has(name)) byName.set(name, { kind: resource.name, id, locale, name })
    }
  return [...byName.values()]
}

const allNames = () => locales.flatMap(namesIn)
const draw = <T>(seed: string, list: readonly T[]): T => list[Math.floor(unit(seed) * list.length)] as T

/** Returns the name with one letter left out, doubled, replaced, or swapped with the next. */
function withTypo(name: string): string {
  const letters = Array.from(name)
  const places = letters.flatMap((letter, at) => (/[\p{L}\p{N}]/u.test(letter) ? [at] : []))
  const at = draw(`place/${name}`, places)
  const [letter = '', next = ''] = letters.slice(at)
  const changed = draw(`typo/${name}`, ['', letter + letter, draw(`letter/${name}`, letters), next + letter])
  return letters.toSpliced(at, changed === next + letter ? 2 : 1, changed).join('')
}

/** Whether the name is among the first three results. Results have names in the requested language. */
const isAmongFirst = (rows: readonly Row[], { name }: Named) => rows.slice(0, 3).some((row) => row.name === name)

describe('names', () => {
  it('with one typo are among the first three results in 95 of 100 cases', async () => {
    const long = allNames().filter(({ name }) => Array.from(name).length >= 4)
    const drawn = Array.from({ length: 500 }, (_, nth) => draw(`name/${nth}`, long))
    const missed: string[] = []
    for (const one of drawn)
      if (!isAmongFirst(await find(withTypo(one.name), { locale: one.locale }), one))
        missed.push(`${one.name}: ${withTypo(one.name)}`)
    console.log(`search: ${500 - missed.length} of 500 names with a typo are among the first three`)
    expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(25)
  })

  it.each(locales)('in %s come first if they are exact, and are found by their beginnings', async (locale) => {
    const names = namesIn(locale).filter((_one, at) => at % 3 === 0)
    expect(names.length).toBeGreaterThan(10)
    for (const { name } of names) {
      const [first] = await find(name, { locale, limit: '1' })
      expect(first, name).toMatchObject({ name, matched: 'name' })
      const start = Array.from(name).slice(0, 4).join('').trim()
      const found = await find(start, { locale, limit: '100' })
      expect(found.length, start).toBeGreaterThan(0)
    }
  })

  it('are found in each language, whichever is requested', async () => {
    const quest = (await fetchApi(service, '/v2/quests?limit=1')).rows[0] as unknown as { id: string }
    for (const { id, name } of allNames().filter((one) => one.id === quest.id)) {
      const ids = (await find(name, { kind: 'quests', locale: 'ko' })).map((row) => row.id)
      expect(ids, name).toContain(id)
    }
  })
})

describe('former names', () => {
  it('find renamed rows from the patch on that renamed them', async () => {
    const current = catalog.patches.current()
    const renamed = catalog.patches.all
      .filter(({ branch }) => branch === 'main')
      .flatMap(({ id, parent_patch_id: parent }) =>
        catalog.difference(parent ?? id, id).map((change) => ({ ...change, patch_id: id })),
      )
      .filter(({ change, fields }) => change === 'changed' && /"path":"(name|title)"/.test(fields))
    expect(renamed.length).toBeGreaterThan(0)
    for (const { id, patch_id, fields } of renamed) {
      const { before } = (JSON.parse(fields) as { path: string; before: string }[]).find(({ path }) =>
        /^(name|title)$/.test(path),
      ) ?? { before: '' }
      const former = catalog.texts(patch_id - 1, 'en')?.get(before) ?? before
      const row = (await find(former, { limit: '100', patch: String(current?.id) })).find((one) => one.id === id)
      expect(row, former).toMatchObject({ matched: 'former_name', former_name: former })
      const parent = catalog.patches.byId(patch_id)?.parent_patch_id ?? 0
      const earlier = (await find(former, { limit: '100', patch: String(parent) })).find((one) => one.id === id)
      expect(earlier, former).toMatchObject({ matched: 'name', name: former })
    }
  })
})

describe('every patch', () => {
  it('is searched with its own contents, and results link to their rows', async () => {
    for (const { id: patch, branch } of catalog.patches.all) {
      const rows = await find('lantern', { patch: String(patch) })
      expect(rows.length).toBeGreaterThan(0)
      for (const { id, url } of rows.slice(0, 5)) {
        const { status, text, headers } = await fetchApi(service, url)
        expect([status, text.includes(id)], url).toEqual([200, true])
        expect(headers['x-patch-id'], `${branch} ${url}`).toBe(String(patch))
      }
    }
  })

  it('is named in the answer, which is cached like other lists', async () => {
    const [free, pinned] = await Promise.all(
      ['/v2/search?q=lantern', '/v2/search?q=lantern&patch=1'].map((target) => fetchApi(service, target)),
    )
    expect(free?.headers['cache-control']).toContain('max-age=60')
    expect(pinned?.headers['cache-control']).toContain('max-age=86400')
    expect([free?.headers['x-patch-id'], pinned?.headers['x-patch-id']]).toEqual(['4', '1'])
  })
})
