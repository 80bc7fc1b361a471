import { join } from 'node:path'
import type { RowObject } from '../../data/api/answer/rows/row-view.ts'
import { assetExtensions } from '../../data/api/model/columns.ts'
import type { Resource } from '../../data/api/model/resource.ts'
import { displayedName } from '../../data/api/model/schemas.ts'
import { assetName, assetsFolder } from '../../data/api/model/values/asset-names.ts'
import { readIfPresent } from '../../data/store/files/read-file.ts'
import { tarArchive } from '../../data/store/files/tar-archive.ts'

/** The two archives: `icons` has the pictures that lists show, `models` the assets that have an endpoint of their own. */
type Archive = 'icons' | 'models'

/** Collects the assets that rows refer to, by their name in the archive: `<hash>.png` or `<hash>.glb`. */
export class ReferencedAssets {
  readonly #found: Readonly<Record<Archive, Map<string, string>>> = { icons: new Map(), models: new Map() }

  /** The columns of a resource that refer to assets; if there are none, its rows need not be read. */
  static columnsOf({ columns }: Resource) {
    return Object.entries(columns).flatMap(([name, column]) =>
      column.asset ? [{ field: displayedName(name, column), ...column.asset }] : [],
    )
  }

  add(columns: ReturnType<typeof ReferencedAssets.columnsOf>, row: RowObject): void {
    for (const { field, media, displayed } of columns) {
      const hash = hashIn(row[field])
      if (hash !== undefined)
        this.#found[displayed === 'bytes' ? 'models' : 'icons'].set(hash + assetExtensions[media], hash)
    }
  }

  names(archive: Archive): string[] {
    return [...this.#found[archive].keys()].sort()
  }

  /** Reads the assets as a tar archive. Throws if a file is missing. */
  read(archive: Archive, dataDir: string): Buffer {
    const pathOf = (name: string) => join(dataDir, assetsFolder, assetName(this.#found[archive].get(name) ?? ''))
    return tarArchive(this.names(archive).map((name) => [name, readAsset(pathOf(name))] as const))
  }
}

function readAsset(path: string): Buffer {
  const bytes = readIfPresent(path)
  if (bytes) return bytes
  throw new Error(`${path} is missing: import all bundles once more with --replace, or restore it from a backup.`)
}

/** The hash of an asset; rows contain its URL or an object with the hash. */
function hashIn(value: unknown): string | undefined {
  const addressOrHash = typeof value === 'object' && value !== null && 'hash' in value ? value.hash : value
  return typeof addressOrHash === 'string' ? /[0-9a-f]{64}$/.exec(addressOrHash)?.[0] : undefined
}
