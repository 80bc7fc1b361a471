// Tests that every value that the schema of a parameter allows is answered, and every other value is a 400 that names
// the parameter.
import { afterAll, beforeAll, expect, it } from 'vitest'
import fc from 'fast-check'
import { fetchApi } from '../fixtures/test-client.ts'
import { DocumentChecker, type ApiDocument } from '../fixtures/document-check.ts'
import { openObservedLive } from '../fixtures/observed-live.ts'
import { openSampleFixture, type Fixture, type ServedFixture } from '../fixtures/test-service.ts'
import { inLongForm } from '../../../scripts/test/long-form.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly example?: unknown
  readonly style?: string
  readonly schema: Record<string, unknown>
}

interface Case {
  readonly path: string
  readonly name: string
  readonly schema: Record<string, unknown>
  /** The request without this parameter. */
  readonly target: string
  readonly others: Readonly<Record<string, string>>
}

/** Number of allowed values to test, and of refused ones. */
const wanted = inLongForm(20_000, 1000)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

let fixture: Fixture
let service: ServedFixture
let checker: DocumentChecker
let cases: Case[]
beforeAll(async () => {
  fixture = await openSampleFixture()
  service = await fixture.serve({ live: await openObservedLive(fixture) })
  const document = (await fetchApi(service, '/v2/openapi.json')).json as ApiDocument
  checker = new DocumentChecker(document)
  // Endpoints that require a key have their own suites.
  const open = Object.entries(document.paths).filter(([, { get }]) => !('x-key-scope' in get))
  cases = open.flatMap(([path, { get }]) =>
    casesOf(
      path,
      (get.parameters as unknown as readonly Parameter[]).filter(({ name }) => name),
    ),
  )
})
afterAll(() => fixture.close())

/**
 * The parameters to test. Cursors, which must come from an answer, and families such as `primary[...]` have other
 * suites.
 */
function casesOf(path: string, parameters: readonly Parameter[]): Case[] {
  const target = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(parameters.find((one) => one.in === 'path' && one.name === name)?.example)),
  )
  const required = parameters.filter((one) => one.in === 'query' && one.required)
  return parameters
    .filter((one) => one.in === 'query' && one.name !== 'cursor' && one.style !== 'deepObject')
    .map(({ name, schema }) => {
      const fixed = required.filter((one) => one.name !== name).map((one) => [one.name, String(one.example)] as const)
      return { path, name, schema, target, others: { ...Object.fromEntries(fixed), ...windowFor(name, parameters) } }
    })
}

/** Returns the other end of a window, far away. */
function windowFor(name: string, parameters: readonly Parameter[]): Record<string, string> {
  const has = (other: string) => parameters.some((one) => one.name === other)
  if (name === 'from' && has('to')) return { to: '9999-12-30' }
  return name === 'to' && has('from') ? { from: '0000-01-02' } : {}
}

/** Values as which a text in a URL may be interpreted. */
const readings = (text: string): unknown[] => [
  text,
  text.split(','),
  ...(String(Number(text)) === text ? [Number(text)] : []),
  ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
]
const takes = (schema: Case['schema'], text: string) =>
  readings(text).some((value) => checker.errors(schema, value) === undefined)

const digits = (max: number) => fc.integer({ min: 0, max }).map(String)
const two = (value: number) => String(value).padStart(2, '0')
const day = fc
  .tuple(fc.integer({ min: 1900, max: 2100 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
  .map(([year, month, date]) => `${year}-${two(month)}-${two(date)}`)
const clock = fc
  .tuple(fc.integer({ min: 0, max: 24 }), fc.integer({ min: 0, max: 60 }), fc.constantFrom('', ':00', ':59.5', ':60'))
  .map(([hour, minute, second]) => `${two(hour)}:${two(minute)}${second}`)
const texts = fc.oneof(
  digits(300),
  digits(2 ** 31 - 1),
  fc.integer().map(String),
  fc.constantFrom(
    'true',
    'false',
    '1',
    '0',
    'TRUE',
    '01',
    '+1',
    '1.5',
    '0.25',
    '1e3',
    '1e-7',
    '9007199254740992',
    'asc',
    'de',
  ),
  day,
  fc
    .tuple(day, clock, fc.constantFrom('', 'Z', '+02:00', '-00:30', 'z'))
    .map(([date, time, offset]) => `${date}T${time}${offset}`),
  fc.tuple(digits(600_000), fc.constantFrom('m', 'h', 'd', 'w', 's')).map((parts) => parts.join('')),
  // Control characters and lone surrogates make a target malformed.
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 210 })
    .filter((text) => !/\p{Cc}/u.test(text) && !/\p{Cs}/u.test(text)),
)

/** The enumerated values of a schema. */
const namedIn = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(/"enum":(\[[^\]]*\])/g)].flatMap(([, list = '[]']) =>
    (JSON.parse(list) as unknown[]).map(String),
  )

it(`${wanted} allowed values are answered, and ${wanted} others are refused`, async () => {
  console.log(`parameters: seed ${seed}`)
  const count = { taken: 0, refused: 0 }
  for (let round = 0; count.taken < wanted || count.refused < wanted; round += 1) {
    const batch = cases.flatMap((one, at) => {
      const [random = ''] = fc.sample(texts, { numRuns: 1, seed: seed + round * 10_000 + at })
      const named = namedIn(one.schema)
      const nth = (place: number) => named[place % named.length] ?? random
      const value = nth(round + at)
      const text = round % 2 === 0 ? random : round % 4 === 1 ? value : `${value},${nth(round + at + 1)}`
      return [{ one, text }]
    })
    for (let at = 0; at < batch.length; at += 16)
      await Promise.all(batch.slice(at, at + 16).map(({ one, text }) => check(one, text, count)))
    if (round > 1000) throw new Error(`only ${JSON.stringify(count)}`)
  }
  console.log(`parameters: ${count.taken} taken, ${count.refused} refused`)
})

async function check(
  { name, schema, target, others, path }: Case,
  text: string,
  count: { taken: number; refused: number },
): Promise<void> {
  const isTaken = takes(schema, text)
  const url = `${target}?${new URLSearchParams({ ...others, [name]: text }).toString()}`
  const reply = await fetchApi(service, url)
  const about = `${path} ${url}: ${reply.status} ${reply.text.slice(0, 300)}`
  if (isTaken) expect([200, 302, 404], about).toContain(reply.status)
  else {
    expect(reply.status, about).toBe(400)
    const { errors = [] } = reply.json as { errors?: { parameter: string }[] }
    expect(
      errors.map(({ parameter }) => parameter),
      about,
    ).toContain(name)
  }
  count[isTaken ? 'taken' : 'refused'] += 1
}
