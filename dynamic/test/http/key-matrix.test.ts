// Tests all combinations of endpoint, key, Origin and method (row 51 of `npm run faults`), and that the matrix detects
// services that are known to be wrong.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Accounts } from '../../../data/store/accounts/accounts.ts'
import { Problem } from '../../../data/api/model/values/errors.ts'
import { Gate } from '../../gate/gate.ts'
import type { Methods } from '../fixtures/methods.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { chunksOf } from '../rigs/requests/generated-requests.ts'
import { PipelinedClient } from '../rigs/requests/pipelined-client.ts'
import { cellsOf, deviationOf, makeKeys, placesOf, requestOf, type Cell, type MatrixKey } from './key-matrix.ts'

const requestsAtOnce = 64

let fixture: Fixture
let service: ServedFixture
let keys: MatrixKey[]
let cells: Cell[]
beforeAll(async () => {
  fixture = await openSampleFixture()
  service = await fixture.serve({ trustProxy: 1 })
  const accounts = await Accounts.open(await fixture.store.location())
  keys = await makeKeys(accounts, fixture)
  cells = cellsOf(placesOf(fixture), keys)
  await accounts.close()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => fixture.close())

async function deviations(asked: readonly Cell[]): Promise<string[]> {
  const found: string[] = []
  let sent = 0
  for (const listener of ['port', 'observerPort'] as const) {
    const client = new PipelinedClient(service[listener] ?? 0)
    const cellsOfListener = asked.filter(({ place }) => place.listener === listener)
    for (const portion of chunksOf(cellsOfListener, requestsAtOnce)) {
      const replies = await client.ask(portion.map((cell) => requestOf(cell, (sent += 1))))
      found.push(...portion.flatMap((cell, at) => (replies[at] && deviationOf(cell, replies[at])) ?? []))
    }
    client.close()
  }
  return found
}

/** Whether a combination is tested. The short form tests a fifth of those with a key that is refused everywhere. */
const isTested = ({ key }: Cell, at: number) =>
  key.state === 'good' || key.state === 'none' || at % inLongForm(1, 5) === 0

it('every combination is answered as the guides promise', async () => {
  const keyed = fixture.api.endpoints.filter(({ keyScope }) => keyScope !== undefined)
  expect(new Set(cells.flatMap(({ place }) => (place.keyScope ? place.target : []))).size).toBe(keyed.length + 1)
  const asked = cells.filter(isTested)
  expect(await deviations(asked)).toEqual([])
  console.log(`${asked.length} of ${cells.length} combinations of endpoint, key, Origin and method`)
})

describe('negative control:', () => {
  /** Every eleventh matching combination, which covers each Origin and each key, but not all pairs. */
  const some = (isOne: (cell: Cell) => boolean) => cells.filter(isOne).filter((_, at) => at % 11 === 0)
  const keyed = ({ place, method }: Cell) =>
    place.keyScope !== undefined && place.listener === 'port' && method === 'GET'
  const { authenticate } = Accounts.prototype as Pick<Methods<Accounts>, 'authenticate'>
  const { requireScope, verify } = Gate.prototype as Pick<Methods<Gate>, 'requireScope' | 'verify'>

  it('a gate that compares the ends of origins', async () => {
    vi.spyOn(Gate.prototype, 'requireScope').mockImplementation(function (this: Gate, context, scope) {
      const { key, req } = context
      const { origin = '' } = req.headers
      const isAllowed = key?.origins.some((pattern) => origin.endsWith(pattern.replace(/^.*(:\/\/|\*\.)/, '')))
      if (isAllowed && key) context.key = { ...key, origins: [] }
      requireScope.call(this, context, scope)
    })
    const found = await deviations(
      cells.filter((cell) => keyed(cell) && cell.key.state === 'good' && cell.key.holding === 'has the scope'),
    )
    expect(found.some((text) => text.includes('https://evilfan.example'))).toBe(true)
    expect(found.every((text) => text.endsWith(': 200 instead of 403 origin_not_allowed'))).toBe(true)
  })

  it('a gate that ignores the expiry of keys', async () => {
    const goodOf = ({ holding, isFor, keyScope }: MatrixKey) =>
      keys.find(
        (one) => one.state === 'good' && one.holding === holding && one.isFor === isFor && one.keyScope === keyScope,
      )?.text ?? ''
    vi.spyOn(Accounts.prototype, 'authenticate').mockImplementation(function (this: Accounts, text) {
      const expired = keys.find((key) => key.state === 'expired' && key.text === text)
      return authenticate.call(this, expired ? goodOf(expired) : text)
    })
    const found = await deviations(some(keyed))
    expect(found.length).toBeGreaterThan(0)
    expect(found.every((text) => text.includes('key expired'))).toBe(true)
  })

  it('a gate that accepts any good key for any scope', async () => {
    vi.spyOn(Gate.prototype, 'requireScope').mockImplementation(function (this: Gate, context, scope) {
      if (context.key) context.key = { ...context.key, scopes: new Set([scope]) }
      requireScope.call(this, context, scope)
    })
    const found = await deviations(some(keyed))
    expect(found.length).toBeGreaterThan(0)
    expect(found.every((text) => /lacks it|lost it/.test(text))).toBe(true)
  })

  it('a gate that treats an invalid key like no key', async () => {
    vi.spyOn(Gate.prototype, 'verify').mockImplementation(function (this: Gate, context) {
      return verify.call(this, context).catch((error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'unauthenticated') throw error
      })
    })
    const found = await deviations(some(({ method, place }) => method === 'POST' && place.target === '/mcp'))
    expect(found.length).toBeGreaterThan(0)
    expect(found.every((text) => text.startsWith('POST /mcp '))).toBe(true)
  })

  it('a gate that does not check HEAD requests', async () => {
    vi.spyOn(Gate.prototype, 'requireScope').mockImplementation(function (this: Gate, context, scope) {
      if (context.method !== 'HEAD') requireScope.call(this, context, scope)
    })
    const found = await deviations(some(({ method }) => method === 'HEAD'))
    expect(found.length).toBeGreaterThan(0)
    expect(found.every((text) => text.includes(': 200 instead of 40'))).toBe(true)
  })
})
