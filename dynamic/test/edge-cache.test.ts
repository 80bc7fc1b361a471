// Attempts to have the edge keep a foreign answer for somebody else. What it keeps is compared with Express, one by one.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import { openEdgeHouse, type EdgeHouse } from './edge-house.ts'
import { trickyHeaders, trickyTargets, victim, withoutId } from './poison.ts'

let houses: EdgeHouse
beforeAll(async () => {
  houses = await openEdgeHouse()
})
afterAll(() => houses.close())

/** All that is kept is what Express alone says to the name it is kept under. */
async function expectNothingForeign(): Promise<number> {
  const kept = await houses.platform()
  for (const { url, status, body } of kept) {
    const { pathname, search } = new URL(url)
    const alone = await ask(houses.alone, pathname + search)
    expect([status, withoutId(body)], url).toEqual([alone.status, withoutId(alone.text)])
  }
  return kept.length
}

async function expectVictimWhole(): Promise<void> {
  const [alone, edge] = [await ask(houses.alone, victim), await ask(houses.edge, victim)]
  expect([edge.status, edge.text]).toEqual([alone.status, alone.text])
  for (const name of [
    'content-type',
    'cache-control',
    'etag',
    'vary',
    'x-patch-id',
    'access-control-allow-origin',
    'link',
  ])
    expect(edge.headers[name], name).toBe(alone.headers[name])
}

/** A request with a body, which `ask` has none of. */
function askWithBody(target: string, headers: Record<string, string>, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: houses.edge.port, path: target, method: 'GET', headers },
      (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

describe('headers', () => {
  it.each(trickyHeaders)('%s', async (_, headers) => {
    await houses.platform('forget')
    await ask(houses.edge, victim, { headers })
    await ask(houses.edge, victim, { headers, method: 'HEAD' })
    await ask(houses.edge, `${victim}&bogus=1`, { headers })
    await expectVictimWhole()
    expect(await expectNothingForeign()).toBeGreaterThan(0)
  })

  it('a good key is answered for itself alone', async () => {
    await houses.platform('forget')
    const reply = await ask(houses.edge, victim, { headers: { 'x-api-key': houses.origin.key } })
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(await expectNothingForeign()).toBe(0)
    await expectVictimWhole()
    expect((await ask(houses.edge, victim, { headers: { 'x-api-key': 'nonsense' } })).status).toBe(401)
  })

  it('HEAD first leaves a body for GET', async () => {
    await houses.platform('forget')
    expect((await ask(houses.edge, victim, { method: 'HEAD' })).bytes.length).toBe(0)
    await expectVictimWhole()
  })

  it('a GET with a body, which another reads as a request', async () => {
    await houses.platform('forget')
    const smuggled = 'GET /v2/monsters HTTP/1.1\r\nHost: x\r\n\r\n'
    expect(await askWithBody(victim, { 'content-length': String(smuggled.length) }, smuggled)).toBe(200)
    await expectVictimWhole()
    await expectNothingForeign()
  })

  it('an answer that was kept has no header of the one who asked first', async () => {
    await houses.platform('forget')
    const first = await ask(houses.edge, victim)
    const second = await ask(houses.edge, victim)
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(second.headers['x-ratelimit-remaining']).toBe(second.headers['x-ratelimit-limit'])
  })
})

describe('queries and paths', () => {
  it.each(trickyTargets)('%s', async (target) => {
    await houses.platform('forget')
    for (const method of ['GET', 'HEAD', 'GET']) await ask(houses.edge, target, { method })
    await expectNothingForeign()
    await expectVictimWhole()
    expect(await expectNothingForeign()).toBeGreaterThan(0)
  })

  it('all spellings of one request share one answer, other requests have their own', async () => {
    await houses.platform('forget')
    for (const same of ['rarity=rare', '%72arity=rare', 'limit=25&rarity=%72are', 'rarity=rare&page=1&condense=true'])
      await ask(houses.edge, `/v2/items?${same}`)
    expect((await houses.platform()).length).toBe(1)
    for (const other of ['rarity=epic', 'rarity=rare&limit=24', 'rarity=rare&patch=1', 'name=rare'])
      await ask(houses.edge, `/v2/items?${other}`)
    expect((await houses.platform()).length).toBe(5)
    expect(await expectNothingForeign()).toBe(5)
  })
})
