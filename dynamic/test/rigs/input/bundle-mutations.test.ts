import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { treeOf } from '../../../../build/test/test-bundle.ts'
import { Stream } from '../../../../data/sample/random.ts'
import { builtWorld } from '../../../../scripts/test/built-world.ts'
import { temporaryFolder } from '../../../../scripts/test/temporary-folder.ts'
import { mutate, mutations } from './bundle-mutations.ts'
import { writeSmallBundle } from './small-bundle.ts'

interface Mutated {
  readonly description: string
  /** Bytes of the changed file. */
  readonly bytes: Buffer
  readonly hasChanged: boolean
}

const folder = temporaryFolder('mutations-')
const [unchanged, bundle] = [join(folder, 'unchanged'), join(folder, 'bundle')]
const rounds = 80
const all: Mutated[] = []

beforeAll(async () => {
  const bundles = join(await builtWorld(), 'bundles')
  writeSmallBundle(join(bundles, readdirSync(bundles).sort()[0] ?? ''), unchanged)
  const before = treeOf(unchanged)
  for (let seed = 0; seed < rounds; seed += 1)
    for (const one of mutations) {
      rmSync(bundle, { recursive: true, force: true })
      cpSync(unchanged, bundle, { recursive: true })
      const description = mutate(bundle, one, new Stream(`mutations/${seed}`))
      const bytes = readFileSync(join(bundle, description.split(' ').at(-1) ?? ''))
      all.push({ description, bytes, hasChanged: treeOf(bundle) !== before })
    }
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the mutations whose description matches. */
const withDescription = (pattern: RegExp) => all.filter(({ description }) => pattern.test(description))

it('every mutation changes the bundle', () => {
  expect(all).toHaveLength(rounds * mutations.length)
  expect(all.filter(({ hasChanged }) => !hasChanged).map(({ description }) => description)).toEqual([])
})

it.each(['"__proto__":', ':{"__proto__":1}', ':-0', ':9007199254740993', ':1e400'])('some rows get %s', (text) => {
  const texts = withDescription(/ndjson$/).map(({ bytes }) => bytes.toString('latin1'))
  expect(texts.filter((one) => one.includes(text)).length).toBeGreaterThan(0)
})

it('a picture of 65,535 x 65,535 is valid except for its size', () => {
  const pictures = withDescription(/65,535/)
  expect(pictures).toHaveLength(rounds)
  for (const { bytes } of pictures) {
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([65_535, 65_535])
    expect(bytes.readUInt32BE(29)).toBe(crc32(bytes.subarray(12, 29)))
  }
})

it('a model with an external address is valid except for the address', () => {
  const models = withDescription(/external address/)
  expect(models).toHaveLength(rounds)
  for (const { bytes } of models) {
    expect(bytes.readUInt32LE(8)).toBe(bytes.length)
    const json = JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12))) as object
    expect(JSON.stringify(json)).toContain('"uri":"http://127.0.0.1/x')
  }
})

it('a mutation that changes nothing throws', () => {
  expect(() => mutate(bundle, () => 'nothing', new Stream('x'))).toThrow('a mutation changes nothing: nothing')
})
