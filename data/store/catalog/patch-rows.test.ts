import { expect, it } from 'vitest'
import { patchRows } from './patch-rows.ts'

const patch = (id: number, branch: string, version: string) => ({
  ...{ id, branch, version, version_raw: version, display_name: version, notes: null },
  ...{ released_at: null, imported_at: '2026-01-01T00:00:00.000Z', parent_patch_id: null },
})
const changelogs = (...patches: readonly ReturnType<typeof patch>[]) =>
  patchRows(patches).map(({ changelog_url }) => changelog_url)

it('the URL of a changelog has version and branch', () => {
  const url = '/v2/patches/1.1%2B/changelog'
  expect(changelogs(patch(1, 'main', '1.0'), patch(2, 'main', '1.1+'))).toEqual([null, url])
  expect(changelogs(patch(1, 'a/b', '1.0'), patch(2, 'a/b', '1.1+'))).toEqual([null, `${url}?branch=a%2Fb`])
})

it('the URL of a changelog has the id if the version could be the id of another patch', () => {
  const url = '/v2/patches/2/changelog'
  expect(changelogs(patch(1, 'main', '2'), patch(2, 'main', '1'))).toEqual([null, url])
  expect(changelogs(patch(1, 'ptr', '2'), patch(2, 'ptr', '1'))).toEqual([null, url])
})
