import { cpSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { manifestFile } from '../../../../data/api/static/manifest.ts'
import { readManifest } from '../../../../data/store/files/tree.ts'
import { temporaryFolder } from '../../../../scripts/test/temporary-folder.ts'
import { prepare, type Prepared } from './data-folder.ts'
import { answersOfFolders, WalkingReader } from './walking-reader.ts'

const folder = temporaryFolder('walks-')
let prepared: Prepared
beforeAll(async () => void (prepared = await prepare(folder, 'replace')))
beforeEach(() => prepared.reset())
afterAll(() => rmSync(folder, { recursive: true }))

const inFolder = (name: string) => join(prepared.dataDir, name)

/** What a reader finds of which one walk has begun when `work` is done. */
async function found(work?: () => void): Promise<readonly string[]> {
  const { before, after, dataDir } = prepared
  const reader = new WalkingReader(dataDir, answersOfFolders([before, after]))
  work?.()
  await reader.stop()
  expect(reader.walks).toBe(1)
  return reader.wrong
}

it('files of another state than the catalog are found', async () => {
  const { before, after } = prepared
  cpSync(join(after, '_static'), inFolder('_static'), { recursive: true })
  const mixed = { ...readManifest(after), state: readManifest(before)?.state }
  writeFileSync(inFolder(manifestFile), JSON.stringify(mixed))
  expect(await found()).toEqual([expect.stringMatching(/is not of the state of its walk$/)])
})

it('a catalog that is being written is found', async () => {
  truncateSync(inFolder('catalog.db'), 8192)
  expect(await found()).toHaveLength(1)
})

it('a folder that another takes the place of during a walk is read to the end', async () => {
  const replace = () => {
    cpSync(prepared.after, inFolder('next'), { recursive: true })
    for (const name of ['_static', 'catalog.db', manifestFile]) {
      rmSync(inFolder(name), { recursive: true })
      renameSync(inFolder(`next/${name}`), inFolder(name))
    }
  }
  expect(await found(replace)).toEqual([])
})
