import { zstdDecompressSync } from 'node:zlib'
import { expect, it, vi } from 'vitest'
import { bundleCode } from '../../data/store/files/bundle-code.ts'
import { tooltipsScript } from './tooltips-script.ts'

vi.mock('../../data/store/files/bundle-code.ts', () => ({ bundleCode: vi.fn<typeof bundleCode>() }))

it('is built again for the next request when that failed, in every encoding that is asked for', async () => {
  vi.mocked(bundleCode).mockRejectedValueOnce(new Error('no thread')).mockResolvedValueOnce('let card')
  await expect(tooltipsScript()).rejects.toThrow('no thread')
  const script = await tooltipsScript()
  const { bytes, encoding } = await script.body('zstd')
  expect([encoding, zstdDecompressSync(bytes).toString()]).toEqual(['zstd', 'let card'])
  expect(await tooltipsScript()).toBe(script)
})
