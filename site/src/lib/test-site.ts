// What unit tests of the site ask: the API's own answers, about a few rows in memory.
import { problemAnswer, Problem } from '../../../data/api/errors.ts'
import type { PatchIndex } from '../../../data/api/patches.ts'
import { respond } from '../../../data/api/respond.ts'
import { api } from '../../../data/api/table.ts'
import { readUrl, testStore, type TestStoreOptions } from '../../../data/api/test-store.ts'
import type { Endpoint } from '../../../data/api/endpoint.ts'
import type { Ask } from './ask.ts'
import { listAt } from './explorer.ts'

export interface TestSite {
  readonly locals: App.Locals
  readonly ask: Ask
  readonly patches: PatchIndex
  /** Every target that was asked, in order. */
  readonly asked: readonly string[]
}

export function testSite(options: TestStoreOptions = {}): TestSite {
  const store = testStore(options)
  const asked: string[] = []
  const ask: Ask = (target) => {
    asked.push(target)
    try {
      const request = readUrl(target, store)
      if (request.endpoint.live) throw new Problem('unavailable', 'There is no live data here.')
      const { status, headers, body } = respond(request, store)
      return Promise.resolve({ status, target, headers, json: body === '' ? undefined : (JSON.parse(body) as unknown) })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { status, headers, body } = problemAnswer(error)
      return Promise.resolve({ status, target, headers, json: JSON.parse(body) as unknown })
    }
  }
  const { patches } = store
  const cards = { tagOf: () => 'a card', drawn: () => Promise.resolve(undefined) }
  const locals = {
    api,
    ask,
    patches,
    cards,
    hasSignIn: false,
    locale: 'en' as const,
    href: (address: string) => address,
    settings: [],
    now: 0,
    asked: '/',
    requestId: 'one-1',
    onError(error: unknown) {
      throw error
    },
    origin: 'https://ledger.example',
  }
  return { locals, ask, patches, asked }
}

/** The list that the explorer shows at a path. */
export function listNamed(path: string): Endpoint {
  const list = listAt(api, path)
  if (!list) throw new Error(`No list is at ${path}`)
  return list
}
