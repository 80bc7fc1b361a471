import { zstdDecompressSync } from 'node:zlib'
import { expect, it, vi } from 'vitest'
import { scriptBuiltBy } from './tooltips-script.ts'

it('builds a script again after a failure, and offers it in every encoding', async () => {
  const build = vi.fn<() => Promise<string>>()
  const script = scriptBuiltBy(build.mockRejectedValueOnce(new Error('no thread')).mockResolvedValueOnce('let card'))
  await expect(script()).rejects.toThrow('no thread')
  const answer = await script()
  const { bytes, encoding } = await answer.body('zstd')
  expect([encoding, zstdDecompressSync(bytes).toString()]).toEqual(['zstd', 'let card'])
  expect(await script()).toBe(answer)
})
