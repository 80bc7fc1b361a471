// A data folder with one small patch, a bundle with the next patch, and checks that the folder must pass at every
// moment.
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { importAndRender, renderOnly } from '../../../../build/import-and-render.ts'
import { treeOf, writeTestBundle } from '../../../../build/test/test-bundle.ts'
import { respond } from '../../../../data/api/answer/respond.ts'
import type { Manifest } from '../../../../data/api/static/manifest.ts'
import { outputPath } from '../../../../data/api/static/output-path.ts'
import { api } from '../../../../data/api/table.ts'
import { Catalog } from '../../../../data/store/catalog/catalog.ts'
import { etagOf, hashFile } from '../../../../data/store/files/etag.ts'
import { readIndex, readManifest, readManifests } from '../../../../data/store/files/tree.ts'
import { answersOf, renderedRequests } from './served-answers.ts'

/** Returns twelve items of a rarity for a test bundle. */
export const bundleRows = (rarity: string) =>
  Array.from({ length: 12 }, (_, nth) => ({ id: `id.item.thing_${nth}`, name: `Thing ${nth}`, rarity }))

/** A fixed time of import, so that equal imports give equal bytes. */
export const importedAt = (): Date => new Date(Date.UTC(2026, 0, 2))

/** What a process does in a data folder. */
export type Work = 'import' | 'replace' | 'render'

/** Prints `ready`, then waits for a line on the standard input. */
export async function waitForStart(): Promise<void> {
  console.log('ready')
  await once(process.stdin, 'data')
}

/** Does the work in this process. `bundle` is ignored if the work is `render`. */
export async function doWork(kind: Work, dataDir: string, bundle: string): Promise<unknown> {
  const options = { api, dataDir, patches: 'all' as const }
  if (kind === 'render') return renderOnly({ ...options, everything: true })
  return importAndRender([bundle], { ...options, now: importedAt, replace: kind === 'replace' })
}

export interface PreparedWork {
  /** A copy of the data folder before the work. */
  readonly before: string
  /** A copy of the data folder after the work, done without faults. */
  readonly after: string
  /** The folder in which the work is to be done. */
  readonly dataDir: string
  readonly bundle: string
  /** Makes `dataDir` a copy of `before`. */
  reset(): void
}

/** Prepares a work in folders below `folder`; `dataDir` exists only after the first `reset`. */
export async function prepareWork(folder: string, kind: Work): Promise<PreparedWork> {
  const [before, after, dataDir] = ['before', 'after', 'data'].map((name) => join(folder, kind, name)) as [
    ...[string, string, string],
  ]
  const first = writeTestBundle(join(folder, kind, 'first'), '1.0.0', { items: bundleRows('common') })
  const version = kind === 'replace' ? '1.0.0' : '1.1.0'
  const bundle = writeTestBundle(join(folder, kind, 'next'), version, { items: bundleRows('rare') })
  await importAndRender([first], { api, dataDir: before, patches: 'all', now: importedAt })
  const copy = (to: string) => {
    rmSync(to, { recursive: true, force: true })
    cpSync(before, to, { recursive: true })
  }
  copy(after)
  await doWork(kind, after, bundle)
  return { before, after, dataDir, bundle, reset: () => copy(dataDir) }
}

/** Problems of a folder that has parts of two states. */
export const mixedState =
  /database disk image is malformed|the catalog is neither the one before|the manifest names other bytes/

/** Describes why a service on the data folder would give wrong answers or none; empty if the folder is correct. */
export async function folderFaults(dataDir: string, { before, after }: PreparedWork): Promise<string[]> {
  if (!readManifest(dataDir)) return ['there is no manifest']
  const path = join(dataDir, 'catalog.db')
  if (!existsSync(path)) return ['there is no catalog']
  const catalog = new Catalog(path, api)
  try {
    const answered = answersOf(catalog)
    const known = [before, after].map(answersIn)
    if (!known.includes(answered)) return ['the catalog is neither the one before nor the one after']
    const manifest = readManifests(dataDir).find(({ state }) => state === catalog.state)
    if (!manifest) return ['no manifest belongs to the catalog']
    if (manifest.catalog !== (await hashFile(path))) return ['the manifest names other bytes of the catalog']
    const isNew = manifest.state === readManifest(after)?.state && manifest.state !== readManifest(before)?.state
    return wrongFiles(dataDir, catalog, { manifest, isNew })
  } finally {
    catalog.close()
  }
}

const answersBefore = new Map<string, string>()

/** Returns the hash of the answers of a folder that never changes; memoized. */
function answersIn(dataDir: string): string {
  const known = answersBefore.get(dataDir)
  if (known !== undefined) return known
  const catalog = new Catalog(join(dataDir, 'catalog.db'), api)
  const answered = answersOf(catalog)
  catalog.close()
  answersBefore.set(dataDir, answered)
  return answered
}

/**
 * Describes rendered files that are wrong or missing. A file is served only if the manifest names the hash of its index
 * and the index the hash of the file. So a file may be missing while it is replaced, but not once the new state is
 * current, and its index must never list wrong bytes.
 */
function wrongFiles(
  dataDir: string,
  catalog: Catalog,
  { manifest, isNew }: { manifest: Manifest; isNew: boolean },
): string[] {
  const wrong: string[] = []
  for (const request of renderedRequests(catalog)) {
    const file = outputPath(request)
    if (!file) continue
    const [, scope = '', name = ''] = file.folder.split('/')
    const index = readIndex(dataDir, file.folder, manifest.scopes[scope]?.folders[name])
    const listed = index?.find('files', file.name)
    const path = join(dataDir, file.folder, `${file.name}.json`)
    const etag = etagOf(respond(request, catalog).body)
    const isThere = existsSync(path) && etagOf(readFileSync(path)) === etag
    if (isNew ? listed !== etag || !isThere : listed !== undefined && listed !== etag)
      wrong.push(`${file.folder}/${file.name}.json is missing or wrong`)
  }
  return wrong
}

/** Repeats the work without faults; describes how the folder then differs from one in which the work was done once. */
export async function faultsAfterRerun(kind: Work, { dataDir, after, bundle }: PreparedWork): Promise<string[]> {
  await doWork(kind, dataDir, bundle)
  const [got, wanted] = [dataDir, after].map((folder) => new Set(treeOf(folder).split('\n')))
  const missing = [...(wanted ?? [])].filter((line) => !got?.has(line)).map((line) => `missing: ${line}`)
  const orphans = [...(got ?? [])].filter((line) => !wanted?.has(line)).map((line) => `left over: ${line}`)
  return [...missing, ...orphans]
}
