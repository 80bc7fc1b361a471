// What unit tests of the site ask: the API's own answers, about a few rows in memory.
import { problemAnswer, Problem } from '../../../data/api/model/values/errors.ts'
import type { PatchIndex } from '../../../data/api/model/patches.ts'
import { runSynchronously } from '../../../data/api/model/values/steps.ts'
import { documentSteps } from '../../../data/api/openapi/document.ts'
import { respond } from '../../../data/api/answer/respond.ts'
import { api } from '../../../data/api/table.ts'
import { readUrl, testStore, type TestStoreOptions } from '../../../data/api/test/test-store.ts'
import type { Endpoint } from '../../../data/api/model/endpoint.ts'
import type { ApiClient } from '../format/api-response.ts'
import { inEnglish } from '../messages/catalogs.ts'
import { listAt } from '../request/explorer.ts'

export interface TestSite {
  readonly locals: App.Locals
  readonly fetchApi: ApiClient
  readonly patches: PatchIndex
  /** Every target that was asked, in order. */
  readonly requested: readonly string[]
}

/** The API's own document, as JSON would carry it. */
const document = () => JSON.parse(JSON.stringify(runSynchronously(documentSteps(api)))) as unknown

export function testSite(options: TestStoreOptions = {}): TestSite {
  const store = testStore(options)
  const requested: string[] = []
  const fetchApi: ApiClient = (target) => {
    requested.push(target)
    if (target === '/v2/openapi.json') return Promise.resolve({ status: 200, target, headers: {}, json: document() })
    try {
      const request = readUrl(target, store)
      const { status, headers, body } = respond(request, store)
      return Promise.resolve({ status, target, headers, json: body === '' ? undefined : (JSON.parse(body) as unknown) })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { status, headers, body } = problemAnswer(error)
      return Promise.resolve({ status, target, headers, json: JSON.parse(body) as unknown })
    }
  }
  const { patches } = store
  const cards = { tagOf: () => 'a card', draw: () => Promise.resolve(undefined) }
  const locals = {
    api,
    catalog: { ...store, isTranslated: () => true },
    pageCache: new Map<string, object>(),
    fetchApi,
    patches,
    cards,
    signIn: 'off' as const,
    locale: 'en' as const,
    t: inEnglish,
    langOf: () => undefined,
    href: (address: string) => address,
    settings: [],
    metrics: [],
    now: 0,
    requested: '/',
    requestId: 'one-1',
    onError(error: unknown) {
      throw error
    },
    origin: 'https://ledger.example',
  }
  return { locals, fetchApi, patches, requested }
}

/** The list that the explorer shows at a path. */
export function listNamed(path: string): Endpoint {
  const list = listAt(api, path)
  if (!list) throw new Error(`No list is at ${path}`)
  return list
}
