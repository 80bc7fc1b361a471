import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Api } from '../data/api/model/api.ts'
import { CatalogVersionError } from '../data/store/catalog/catalog-schema.ts'
import { Catalog } from '../data/store/catalog/catalog.ts'
import { withImportLock, renderAndSwitch, type RenderAndSwitchOptions } from './import-and-render.ts'
import { catalogFile, nextCatalogFile, previousCatalogFile } from './render/switch.ts'

interface RollbackResult {
  /** The patches that were removed and those that were restored, as `<version> (<branch>), id <id>`. */
  readonly removed: readonly string[]
  readonly restored: readonly string[]
  readonly written: number
}

/** The identifier of a state of the catalog, and its patches. */
interface CatalogState {
  readonly state: string
  readonly patches: readonly string[]
}

/**
 * Restores the catalog from before the last import, renders what differs and switches to it. The replaced catalog is
 * retained in turn, so that a second rollback undoes the first. Throws `BusyError`, and an `Error` for the user if there
 * is nothing to roll back to.
 */
export function rollBack(options: Omit<RenderAndSwitchOptions, 'everything'>): Promise<RollbackResult> {
  const { api, dataDir } = options
  return withImportLock(dataDir, async () => {
    const [current, previous] = [join(dataDir, catalogFile), join(dataDir, previousCatalogFile)]
    const working = join(dataDir, nextCatalogFile)
    if (!existsSync(current) || !existsSync(previous)) throw noPreviousState(dataDir)
    const [now, then] = [read(current, api), readPrevious(previous, api)]
    if (now.state === then.state) throw noPreviousState(dataDir)
    copyFileSync(previous, working)
    try {
      const { written } = await renderAndSwitch(options, working)
      return { removed: exclude(now.patches, then.patches), restored: exclude(then.patches, now.patches), written }
    } finally {
      rmSync(working, { force: true })
    }
  })
}

function read(file: string, api: Api): CatalogState {
  const catalog = new Catalog(file, api)
  try {
    const patches = catalog.patches.all.map(({ id, version, branch }) => `${version} (${branch}), id ${id}`)
    return { state: catalog.state, patches }
  } finally {
    catalog.close()
  }
}

function readPrevious(file: string, api: Api): CatalogState {
  try {
    return read(file, api)
  } catch (error) {
    if (!(error instanceof CatalogVersionError)) throw error
    throw new Error(
      `There is no state to go back to: ${file} was made by another version of this program and can be removed.`,
      { cause: error },
    )
  }
}

const exclude = (names: readonly string[], others: readonly string[]) => names.filter((name) => !others.includes(name))

const noPreviousState = (dataDir: string) =>
  new Error(`${dataDir} has no state to go back to: only the one before the last import is kept.`)
