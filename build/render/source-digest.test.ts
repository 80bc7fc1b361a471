import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { digestOfSources, sourceDigest } from './source-digest.ts'

const project = join(import.meta.dirname, '../..')

let root: string
let before: string
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sources-'))
  for (const path of ['build', 'data', 'package-lock.json', 'tsconfig.json'])
    cpSync(join(project, path), join(root, path), { recursive: true })
  before = await digestOfSources(root)
})
afterAll(() => rmSync(root, { recursive: true }))

/** Whether a comment at the end of the file changes the digest. */
async function matters(file: string): Promise<boolean> {
  const path = join(root, file)
  const text = readFileSync(path)
  appendFileSync(path, '// edited\n')
  const after = await digestOfSources(root)
  writeFileSync(path, text)
  return before !== after
}

it('is the digest of this folder', async () => {
  expect(await sourceDigest()).toBe(before)
})

it.each([
  'data/api/table.ts',
  'data/api/answer/respond.ts',
  'data/api/resources/items/items.ts',
  'data/api/static/output-path.ts',
  'data/store/catalog/catalog.ts',
  'data/store/files/compress.ts',
  'build/render/render.ts',
])('changes with %s', async (file) => {
  expect(await matters(file)).toBe(true)
})

it.each([
  'data/store/accounts/keys.ts',
  'data/store/live/in-process-live-store.ts',
  'data/sample/world.ts',
  'data/api/test/test-store.ts',
  'data/api/model/columns.test.ts',
  'data/store/catalog/catalog.test.ts',
  'build/import/import-bundle.ts',
  'build/render/render.test.ts',
])('does not change with %s', async (file) => {
  expect(await matters(file)).toBe(false)
})

it('changes only with the versions of packages that answers depend on', async () => {
  const file = join(root, 'package-lock.json')
  const text = readFileSync(file, 'utf8')
  const lock = JSON.parse(text) as { packages: Record<string, { version: string }> }
  const digestWithOther = async (name: string) => {
    const packages = { ...lock.packages, [`node_modules/${name}`]: { version: '0.0.0' } }
    writeFileSync(file, JSON.stringify({ ...lock, packages }))
    return digestOfSources(root)
  }
  expect(await digestWithOther('zod')).not.toBe(before)
  expect(await digestWithOther('vitest')).toBe(before)
  writeFileSync(file, text)
})

it('is computed again if a module has a new import, or the cache is damaged', async () => {
  const table = join(root, 'data/api/table.ts')
  const text = readFileSync(table, 'utf8')
  writeFileSync(join(root, 'data/api/new.ts'), 'export const one = 1\n')
  expect(await digestOfSources(root)).toBe(before)
  writeFileSync(table, `import './new.ts'\n${text}`)
  const withNew = await digestOfSources(root)
  writeFileSync(join(root, 'data/api/new.ts'), 'export const one = 2\n')
  expect(new Set([before, withNew, await digestOfSources(root)]).size).toBe(3)
  writeFileSync(table, text)
  writeFileSync(join(root, 'node_modules/.cache/source-digest.json'), '{"modules":')
  expect(await digestOfSources(root)).toBe(before)
})

it('is not cached if a module was changed while imports were being collected', async () => {
  const cache = join(root, 'node_modules/.cache/source-digest.json')
  const table = join(root, 'data/api/table.ts')
  const soon = new Date(Date.now() + 60_000)
  rmSync(cache)
  utimesSync(table, soon, soon)
  expect(await digestOfSources(root)).toBe(before)
  expect(existsSync(cache)).toBe(false)
  const early = new Date(0)
  utimesSync(table, early, early)
  expect(await digestOfSources(root)).toBe(before)
  expect(existsSync(cache)).toBe(true)
})
