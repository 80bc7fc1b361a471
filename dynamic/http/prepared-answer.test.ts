import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { etagOf } from '../../data/store/files/etag.ts'
import type { Encoding } from '../../data/api/answer/http/encodings.ts'
import { FileAnswer } from './file-answer.ts'
import { BufferedAnswer, type PreparedAnswer } from './prepared-answer.ts'

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

/** Expects that a body is compressed again after there was no memory for the compressed bytes. */
async function expectRetry(answer: PreparedAnswer, encoding: Encoding): Promise<void> {
  const slice = vi.spyOn(ArrayBuffer.prototype, 'slice').mockImplementation(() => {
    throw new RangeError('Array buffer allocation failed')
  })
  await expect(answer.body(encoding)).rejects.toThrow('Array buffer allocation failed')
  slice.mockRestore()
  const { bytes } = await answer.body(encoding)
  expect(unpack[encoding](bytes).toString()).toBe(long)
}

describe('BufferedAnswer', () => {
  it.each(encodings)('returns its body in %s, the same object each time', async (encoding) => {
    const answer = new BufferedAnswer({ status: 200, headers, body: long })
    const body = await answer.body(encoding)
    expect(body.encoding).toBe(encoding)
    expect(unpack[encoding](body.bytes).toString()).toBe(long)
    expect(await answer.body(encoding)).toBe(body)
  })

  it.each(['br', 'gzip', 'zstd'] as const)('compresses again after a failure: %s', async (encoding) => {
    await expectRetry(new BufferedAnswer({ status: 200, headers, body: long }), encoding)
  })

  it('has the ETag of the uncompressed body, and a size that includes it', () => {
    const answer = new BufferedAnswer({ status: 200, headers, body: long })
    expect(answer.etag).toBe(etagOf(long))
    expect(answer.size).toBeGreaterThan(Buffer.byteLength(long))
  })

  it.each(encodings)('does not compress short bodies: %s', async (encoding) => {
    const body = await new BufferedAnswer({ status: 200, headers, body: '{}' }).body(encoding)
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

  it.each(encodings)('returns the file in %s', async (encoding) => {
    const answer = write({ '': long, '.br': brotliCompressSync(long), '.gz': gzipSync(long) })
    expect(answer).toMatchObject({ status: 200, headers, etag: etagOf(long) })
    const body = await answer?.body(encoding)
    expect(body?.encoding).toBe(encoding)
    expect(answer?.encodingFor(encoding)).toBe(encoding)
    expect(body && unpack[encoding](body.bytes).toString()).toBe(long)
    expect(await answer?.body(encoding)).toBe(body)
  })

  it('returns the uncompressed file if a sibling is missing, damaged or of another body', async () => {
    const siblings: Record<string, Buffer | string>[] = [{}, { '.br': 'torn' }, { '.br': brotliCompressSync('[]') }]
    for (const sibling of siblings) {
      const body = await write({ '': long, ...sibling })?.body('br')
      expect(body?.encoding).toBe('identity')
      expect(body?.bytes.toString()).toBe(long)
    }
  })

  it('compresses again after a failure', async () => {
    const answer = write({ '': long })
    if (!answer) throw new Error('There is no file')
    await expectRetry(answer, 'zstd')
  })

  it('is undefined if the file is missing or does not have the expected hash', () => {
    expect(write({})).toBeUndefined()
    expect(write({ '': long.slice(0, 50) })).toBeUndefined()
    expect(write({ '': '' })).toBeUndefined()
    expect(write({ '.br': brotliCompressSync(long) })).toBeUndefined()
  })
})
