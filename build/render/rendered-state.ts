import { catalogScope } from '../../data/api/model/store.ts'
import type { Catalog } from '../../data/store/catalog/catalog.ts'
import { sha256 } from '../../data/store/files/etag.ts'
import { readManifest } from '../../data/store/files/tree.ts'
import { sourceDigest } from './source-digest.ts'

/** Hash of everything that the files of a scope depend on, such as the code's `digest`. Scope 0 depends on all bulk files. */
export function fingerprintOf(catalog: Catalog, scope: number, digest: string): string {
  return sha256(
    [digest, catalog.fingerprint(scope), ...(scope === catalogScope ? catalog.bulk.hashes() : [])].join(' '),
  )
}

/** Whether rendered files differ from what the current code would answer; missing files do not count. */
export async function isOutdated(catalog: Catalog, dataDir: string): Promise<boolean> {
  const manifest = readManifest(dataDir)
  if (manifest?.state !== catalog.state) return false
  const digest = await sourceDigest()
  return Object.entries(manifest.scopes).some(
    ([scope, { fingerprint }]) => fingerprint !== fingerprintOf(catalog, Number(scope), digest),
  )
}
