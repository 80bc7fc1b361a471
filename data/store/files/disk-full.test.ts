import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { diskFull, isDiskFull } from './disk-full.ts'

it.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])('%s is a full disk', (code) => {
  expect(isDiskFull(Object.assign(new Error('x'), { code }))).toBe(true)
})

it.each([new Error('ENOSPC'), Object.assign(new Error('x'), { code: 'EIO' }), undefined, null, 'ENOSPC'])(
  '%s is none',
  (error) => {
    expect(isDiskFull(error)).toBe(false)
  },
)

it('is told with the folder and what is left', () => {
  const cause = new Error('database or disk is full')
  const error = diskFull(tmpdir(), cause)
  expect(error.message).toMatch(
    /^The disk of .* is full: \d+ KB( and \d+ files)? are left\. .* run the command again\.$/,
  )
  expect(error.cause).toBe(cause)
})
