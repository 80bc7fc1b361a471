import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { etagOf } from '../../data/store/files/etag.ts'
import type { Encoding } from '../../data/api/answer/http/encodings.ts'
import { FileAnswer } from './file-answer.ts'
import { StoreAnswer, type PreparedAnswer } from './prepared-answer.ts'

const long = JSON.stringify(Array.from({ length: 400 }, (_, nth) => `row ${nth}`))
const headers = { 'content-type': 'application/json; charset=utf-8' }
const folder = mkdtempSync(join(tmpdir(), 'answers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const unpack: Record<Encoding, (bytes: Buffer) => Buffer> = {
  identity: (bytes) => bytes,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
}
const encodings = ['identity', 'br', 'gzip', 'zstd'] as const

/** Requests the body once while there is no memory for what compression returns, then again. */
async function expectAnotherTry(answer: PreparedAnswer, encoding: Encoding): Promise<void> {
  const slice = vi.spyOn(ArrayBuffer.prototype, 'slice').mockImplementation(() => {
    throw new RangeError('Array buffer allocation failed')
  })
  await expect(answer.body(encoding)).rejects.toThrow('Array buffer allocation failed')
  slice.mockRestore()
  const { bytes } = await answer.body(encoding)
  expect(unpack[encoding](bytes).toString()).toBe(long)
}

describe('StoreAnswer', () => {
  it.each(encodings)('gives its body in %s, the same each time', async (encoding) => {
    const answer = new StoreAnswer({ status: 200, headers, body: long })
    const body = await answer.body(encoding)
    expect(body.encoding).toBe(encoding)
    expect(unpack[encoding](body.bytes).toString()).toBe(long)
    expect(await answer.body(encoding)).toBe(body)
  })

  it.each(['br', 'gzip', 'zstd'] as const)('compresses again where that failed: %s', async (encoding) => {
    await expectAnotherTry(new StoreAnswer({ status: 200, headers, body: long }), encoding)
  })

  it('has one validator, that of the plain body, and knows how much it holds', () => {
    const answer = new StoreAnswer({ status: 200, headers, body: long })
    expect(answer.etag).toBe(etagOf(long))
    expect(answer.size).toBeGreaterThan(Buffer.byteLength(long))
  })

  it.each(encodings)('does not compress what is short: %s', async (encoding) => {
    const body = await new StoreAnswer({ status: 200, headers, body: '{}' }).body(encoding)
    expect(body).toEqual({ bytes: Buffer.from('{}'), encoding: 'identity' })
  })
})

describe('FileAnswer', () => {
  let count = 0
  function write(files: Readonly<Record<string, Buffer | string>>) {
    const path = join(folder, `${(count += 1)}.json`)
    for (const [ending, bytes] of Object.entries(files)) writeFileSync(`${path}${ending}`, bytes)
    return FileAnswer.open(path, { etag: etagOf(long), headers })
  }

  it.each(encodings)('gives the file in %s', async (encoding) => {
    const answer = write({ '': long, '.br': brotliCompressSync(long), '.gz': gzipSync(long) })
    expect(answer).toMatchObject({ status: 200, headers, etag: etagOf(long) })
    const body = await answer?.body(encoding)
    expect(body?.encoding).toBe(encoding)
    expect(answer?.encodingFor(encoding)).toBe(encoding)
    expect(body && unpack[encoding](body.bytes).toString()).toBe(long)
    expect(await answer?.body(encoding)).toBe(body)
  })

  it('gives the plain file where a sibling is missing, torn or of another body', async () => {
    const siblings: Record<string, Buffer | string>[] = [{}, { '.br': 'torn' }, { '.br': brotliCompressSync('[]') }]
    for (const sibling of siblings) {
      const body = await write({ '': long, ...sibling })?.body('br')
      expect(body?.encoding).toBe('identity')
      expect(body?.bytes.toString()).toBe(long)
    }
  })

  it('compresses again where that failed', async () => {
    const answer = write({ '': long })
    if (!answer) throw new Error('There is no file')
    await expectAnotherTry(answer, 'zstd')
  })

  it('is none where the file is missing or is not the one that is meant', () => {
    expect(write({})).toBeUndefined()
    expect(write({ '': long.slice(0, 50) })).toBeUndefined()
    expect(write({ '': '' })).toBeUndefined()
    expect(write({ '.br': brotliCompressSync(long) })).toBeUndefined()
  })
})
