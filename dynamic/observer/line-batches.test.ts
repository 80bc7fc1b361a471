// The lines and their numbers do not depend on how the bytes are split into chunks.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineBatches, type BatchSizes } from './line-batches.ts'

interface Numbered {
  readonly line: number
  readonly text: string
}

// eslint-disable-next-line @typescript-eslint/require-await -- a stream of existing chunks
async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

/** Returns the lines of all batches with their numbers, separately those that are too long. */
async function cut(chunks: readonly Uint8Array[], sizes: BatchSizes) {
  const whole: Numbered[] = []
  const tooLong: Numbered[] = []
  const lengths: number[] = []
  for await (const { bytes, firstLine, tooLong: long = [] } of lineBatches(streamOf(chunks), sizes)) {
    const texts = Buffer.from(bytes).toString('latin1').split('\n')
    expect(texts.pop()).toBe('')
    const numbers = new Set(long.map(({ line }) => line))
    texts.forEach((text, index) => {
      if (!numbers.has(firstLine + index)) whole.push({ line: firstLine + index, text })
      else expect(text).toBe('')
    })
    tooLong.push(...long.map(({ line, bytes: start }) => ({ line, text: Buffer.from(start).toString('latin1') })))
    lengths.push(bytes.length)
  }
  return { whole, tooLong, lengths }
}

const sizes = { maxBytes: 1000, maxLines: 1000, maxLineBytes: 1000 }
const textsOf = async (...chunks: string[]) =>
  (
    await cut(
      chunks.map((chunk) => Buffer.from(chunk)),
      sizes,
    )
  ).whole.map(({ line, text }) => `${line} ${text}`)

describe('lines', () => {
  it('can span chunks', async () => {
    expect(await textsOf('a', 'b\nc', '\n', 'd\n')).toEqual(['1 ab', '2 c', '3 d'])
  })

  it('can end without a newline', async () => {
    expect(await textsOf('a\nb')).toEqual(['1 a', '2 b'])
  })

  it('are counted even if they are empty', async () => {
    expect(await textsOf('\n\na\n', '\n', '', '\nb')).toEqual(['1 ', '2 ', '3 a', '4 ', '5 ', '6 b'])
  })

  it('keep a carriage return at their end', async () => {
    expect(await textsOf('a\r', '\nb\r\n')).toEqual(['1 a\r', '2 b\r'])
  })

  it('do not exist in an empty stream', async () => {
    expect((await cut([], sizes)).lengths).toEqual([])
    expect((await cut([Buffer.from('')], sizes)).lengths).toEqual([])
  })

  it('come in batches that are hardly larger than maxBytes', async () => {
    const chunks = Array.from({ length: 100 }, () => Buffer.from('0123456789\n'.repeat(9)))
    const { lengths } = await cut(chunks, { maxBytes: 300, maxLines: 100_000, maxLineBytes: 50 })
    expect(lengths.reduce((sum, length) => sum + length)).toBe(9900)
    expect(Math.max(...lengths)).toBeLessThan(300 + 99 + 11)
    expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThanOrEqual(300)
  })
})

it('many short lines fill a batch too, because each can have a kilobyte of errors', async () => {
  const chunks = Array.from({ length: 20 }, () => Buffer.from('{}\n'.repeat(10)))
  const { whole, lengths } = await cut(chunks, { maxBytes: 100_000, maxLines: 25, maxLineBytes: 100 })
  expect(whole).toHaveLength(200)
  expect(lengths.map((bytes) => bytes / 3)).toEqual([30, 30, 30, 30, 30, 30, 20])
})

describe('a line that is too long', () => {
  it('is reported with its number and beginning, and the other lines are read', async () => {
    const chunks = ['one\n', 'x'.repeat(8), 'x'.repeat(8), 'x\ntwo\n', 'y'.repeat(20)].map((text) => Buffer.from(text))
    const { whole, tooLong } = await cut(chunks, { maxBytes: 1000, maxLines: 100_000, maxLineBytes: 10 })
    expect(whole).toEqual([{ line: 1, text: 'one' }, { line: 3, text: 'two' }]) // prettier-ignore
    expect(tooLong.map(({ line }) => line)).toEqual([2, 4])
    expect(tooLong[0]?.text).toMatch(/^x{10,}$/)
  })

  it('is found in the middle of a chunk too', async () => {
    const { whole, tooLong } = await cut([Buffer.from(`a\n${'x'.repeat(11)}\n${'y'.repeat(10)}\n`)], {
      maxBytes: 1000,
      maxLines: 100_000,
      maxLineBytes: 10,
    })
    expect(whole).toEqual([{ line: 1, text: 'a' }, { line: 3, text: 'y'.repeat(10) }]) // prettier-ignore
    expect(tooLong.map(({ line }) => line)).toEqual([2])
  })

  it('is not kept in memory', async () => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const chunks = [...Array.from({ length: 2000 }, () => chunk), Buffer.from('\nb\n')]
    const { whole, tooLong } = await cut(chunks, { maxBytes: 100_000, maxLines: 100_000, maxLineBytes: 100_000 })
    expect(whole).toEqual([{ line: 2, text: 'b' }])
    expect(tooLong[0]?.text.length).toBeLessThan(200_000)
  })

  it('fills a batch like other lines, so not even many of them are kept in memory', async () => {
    const chunks = Array.from({ length: 50 }, () => Buffer.from(`${'x'.repeat(20)}\n`))
    const kept: number[] = []
    for await (const { tooLong = [] } of lineBatches(streamOf(chunks), {
      maxBytes: 100,
      maxLines: 100_000,
      maxLineBytes: 10,
    }))
      kept.push(tooLong.reduce((sum, { bytes }) => sum + bytes.length, 0))
    expect(kept.reduce((sum, bytes) => sum + bytes)).toBe(50 * 20)
    expect(Math.max(...kept)).toBeLessThan(100 + 2 * 10)
  })
})

it('yields the same lines and numbers for any bytes in any chunks', async () => {
  const bytes = fc.array(fc.constantFrom(10, 10, 13, 97, 98, 99, 255, 0), { maxLength: 120 })
  const places = fc.array(fc.nat(120), { maxLength: 12 })
  const limits = fc.record({
    maxBytes: fc.integer({ min: 1, max: 40 }),
    maxLines: fc.integer({ min: 1, max: 40 }),
    maxLineBytes: fc.integer({ min: 1, max: 12 }),
  })
  const property = fc.asyncProperty(bytes, places, limits, async (given, cuts, within) => {
    const all = Buffer.from(given)
    const edges = [0, ...cuts.map((at) => Math.min(at, all.length)).sort((a, b) => a - b), all.length]
    const chunks = edges.slice(1).map((to, index) => all.subarray(edges[index], to))
    const texts = all.toString('latin1').split('\n')
    if (texts.at(-1) === '') texts.pop()
    const lines = texts.map((text, index) => ({ line: index + 1, text }))
    const { whole, tooLong } = await cut(chunks, within)
    expect(whole).toEqual(lines.filter(({ text }) => text.length <= within.maxLineBytes))
    const long = lines.filter(({ text }) => text.length > within.maxLineBytes)
    expect(tooLong.map(({ line }) => line)).toEqual(long.map(({ line }) => line))
    tooLong.forEach(({ text }, index) => expect(long[index]?.text.startsWith(text)).toBe(true))
    tooLong.forEach(({ text }) => expect(text.length).toBeGreaterThan(within.maxLineBytes - 1))
  })
  await fc.assert(property, { numRuns: 800 })
})
