import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { isDiskFull, withDiskFullError } from './disk-full.ts'

it.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])('%s means a full disk', (code) => {
  expect(isDiskFull(Object.assign(new Error('x'), { code }))).toBe(true)
})

it.each([new Error('ENOSPC'), Object.assign(new Error('x'), { code: 'EIO' }), undefined, null, 'ENOSPC'])(
  '%s does not mean a full disk',
  (error) => {
    expect(isDiskFull(error)).toBe(false)
  },
)

it('the error of a full disk says the folder and the remaining space', async () => {
  const cause = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  const error = await withDiskFullError(tmpdir(), () => Promise.reject(cause)).catch(
    (thrown: unknown) => thrown as Error,
  )
  expect(error.message).toMatch(
    /^The disk of .* is full: \d+ KB( and \d+ files)? are left\. .* run the command again\.$/,
  )
  expect(error.cause).toBe(cause)
})

it('other errors are not changed', async () => {
  const error = Object.assign(new Error('x'), { code: 'EIO' })
  await expect(withDiskFullError(tmpdir(), () => Promise.reject(error))).rejects.toBe(error)
})
