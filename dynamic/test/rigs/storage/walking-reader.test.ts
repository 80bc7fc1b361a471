import { cpSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { manifestFile } from '../../../../data/api/static/manifest.ts'
import { readManifest } from '../../../../data/store/files/tree.ts'
import { temporaryFolder } from '../../../../scripts/test/temporary-folder.ts'
import { prepareWork, type PreparedWork } from './data-folder.ts'
import { expectedAnswers, WalkingReader } from './walking-reader.ts'

const folder = temporaryFolder('walks-')
let prepared: PreparedWork
beforeAll(async () => void (prepared = await prepareWork(folder, 'replace')))
beforeEach(() => prepared.reset())
afterAll(() => rmSync(folder, { recursive: true }))

const inFolder = (name: string) => join(prepared.dataDir, name)

/** Returns the problems that a reader finds in one walk; `work` runs after the walk has begun. */
async function findProblems(work?: () => void): Promise<readonly string[]> {
  const { before, after, dataDir } = prepared
  const reader = new WalkingReader(dataDir, expectedAnswers([before, after]))
  work?.()
  await reader.stop()
  expect(reader.walks).toBe(1)
  return reader.wrong
}

it('reports files of another state than the catalog', async () => {
  const { before, after } = prepared
  cpSync(join(after, '_static'), inFolder('_static'), { recursive: true })
  const mixed = { ...readManifest(after), state: readManifest(before)?.state }
  writeFileSync(inFolder(manifestFile), JSON.stringify(mixed))
  expect(await findProblems()).toEqual([expect.stringMatching(/is not of the state of its walk$/)])
})

it('reports a catalog that is only partly written', async () => {
  truncateSync(inFolder('catalog.db'), 8192)
  expect(await findProblems()).toHaveLength(1)
})

it('reports a catalog that is overwritten in place meanwhile', async () => {
  rmSync(inFolder('_static'), { recursive: true })
  const truncate = () => truncateSync(inFolder('catalog.db'), 0)
  expect(await findProblems(truncate)).toHaveLength(1)
})

it('finishes its walk if the folder is replaced meanwhile', async () => {
  const replace = () => {
    cpSync(prepared.after, inFolder('next'), { recursive: true })
    for (const name of ['_static', 'catalog.db', manifestFile]) {
      rmSync(inFolder(name), { recursive: true })
      renameSync(inFolder(`next/${name}`), inFolder(name))
    }
  }
  expect(await findProblems(replace)).toEqual([])
})
