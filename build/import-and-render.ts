import { constants, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Api } from '../data/api/model/api.ts'
import { Catalog } from '../data/store/catalog/catalog.ts'
import { checkCatalogFile } from '../data/store/catalog/catalog-schema.ts'
import { createCatalog } from '../data/store/catalog/create-catalog.ts'
import { withDiskFullError } from '../data/store/files/disk-full.ts'
import { hashFile } from '../data/store/files/etag.ts'
import { importLockOf, withLock } from '../data/store/files/import-lock.ts'
import { importBundle, type ImportOptions, type ImportSummary } from './import/import-bundle.ts'
import { render, type RenderResult, type RenderOptions } from './render/render.ts'
import {
  catalogFile,
  nextCatalogFile,
  finishSwitch,
  isSwitchUnfinished,
  recoverInterruptedSwitch,
  switchTo,
  temporaryFolder,
} from './render/switch.ts'

export interface RenderAndSwitchOptions extends Pick<RenderOptions, 'patches' | 'everything'> {
  api: Api
  dataDir: string
  onRender?: RenderOptions['onProgress']
}

export interface ImportAndRenderOptions
  extends RenderAndSwitchOptions, Pick<ImportOptions, 'replace' | 'acceptAnomalies' | 'now'> {
  onImport?: ImportOptions['onProgress']
  /** Called before the import of each bundle with its index. */
  onBundle?: (at: number) => void
}

/**
 * Imports bundles one by one into a copy of the catalog, renders what changed, and switches to the new state once. Until
 * then, a service on the same folder serves the old state. Throws `BusyError` and what `importBundle` throws.
 */
export function importAndRender(
  bundles: readonly string[],
  options: ImportAndRenderOptions,
): Promise<{ summaries: ImportSummary[]; rendered: RenderResult }> {
  const { api, dataDir, replace, acceptAnomalies, now, onImport, onBundle } = options
  return withImportLock(dataDir, async () => {
    const catalog = join(dataDir, catalogFile)
    const working = join(dataDir, nextCatalogFile)
    const tempDir = join(dataDir, temporaryFolder)
    const discard = () => [working, tempDir].forEach((path) => rmSync(path, { recursive: true, force: true }))
    discard()
    const into = { api, catalogFile: working, assetsDir: join(dataDir, 'assets'), tempDir }
    try {
      mkdirSync(tempDir, { recursive: true })
      // On file systems with copy-on-write, the copy takes no time.
      if (existsSync(catalog)) {
        checkCatalogFile(catalog, api)
        copyFileSync(catalog, working, constants.COPYFILE_FICLONE)
      } else createCatalog(working, api)
      const summaries: ImportSummary[] = []
      for (const [at, bundle] of bundles.entries()) {
        onBundle?.(at)
        summaries.push(await importBundle(bundle, { ...into, replace, acceptAnomalies, now, onProgress: onImport }))
      }
      const isNew = summaries.some(({ outcome }) => outcome !== 'unchanged') || !existsSync(catalog)
      return { summaries, rendered: await renderAndSwitch(options, isNew ? working : undefined) }
    } finally {
      discard()
    }
  })
}

/** Renders missing and outdated files, and switches to them. Throws `BusyError`. */
export const renderOnly = (options: RenderAndSwitchOptions): Promise<RenderResult> =>
  withImportLock(options.dataDir, () => {
    createCatalog(join(options.dataDir, catalogFile), options.api)
    return renderAndSwitch(options, undefined)
  })

/** Runs a task that needs exclusive access to the data folder, after recovering from an interrupted switch. Throws `BusyError`. */
export const withImportLock = <T>(dataDir: string, work: () => Promise<T>): Promise<T> =>
  withLock(importLockOf(dataDir), `Another import or render is at work in ${dataDir}`, () =>
    withDiskFullError(dataDir, async () => {
      await recoverInterruptedSwitch(dataDir)
      return work()
    }),
  )

/** Renders what changed and switches to the new tree and catalog. The caller must hold the import lock. */
export async function renderAndSwitch(
  options: RenderAndSwitchOptions,
  newCatalog: string | undefined,
): Promise<RenderResult> {
  const { api, dataDir, patches, everything, onRender } = options
  const file = newCatalog ?? join(dataDir, catalogFile)
  const catalog = new Catalog(file, api)
  try {
    const catalogHash = await hashFile(file)
    const rendered = await render({ catalog, catalogHash, dataDir, patches, everything, onProgress: onRender })
    const { manifest } = rendered
    const changed = isSwitchUnfinished(dataDir) ? new Set(Object.keys(manifest.scopes)) : rendered.changed
    await switchTo(dataDir, manifest, newCatalog)
    finishSwitch(dataDir, manifest, changed)
    return rendered
  } finally {
    catalog.close()
  }
}
