import type Database from 'better-sqlite3'

export interface StoredAsset {
  readonly hash: string
  readonly media_type: string
}

/** Assets by their paths in bundles. */
export type Assets = ReadonlyMap<string, StoredAsset>

/** The pictures and models of a patch: its own, and those inherited from its parent. */
export class PatchAssets {
  readonly #db: Database.Database
  /** Prepared once, since it runs for every row with a picture. */
  readonly #find: Database.Statement
  readonly #set: Database.Statement

  constructor(db: Database.Database) {
    this.#db = db
    this.#find = db.prepare('SELECT hash, media_type FROM assets WHERE patch_id = ? AND path = ?')
    this.#set = db.prepare('INSERT OR REPLACE INTO assets VALUES (?, ?, ?, ?)')
  }

  set(patchId: number, path: string, { hash, media_type }: StoredAsset): void {
    this.#set.run(patchId, path, hash, media_type)
  }

  find(patchId: number, path: string): StoredAsset | undefined {
    return this.#find.get(patchId, path) as StoredAsset | undefined
  }

  /** The assets of a patch by path, without former ones (see `inherit`). */
  of(patchId: number): Assets {
    const sql = 'SELECT path, hash, media_type FROM assets WHERE patch_id = ? AND path <> hash'
    const found = this.#db.prepare(sql).all(patchId) as (StoredAsset & { path: string })[]
    return new Map(found.map(({ path, hash, media_type }) => [path, { hash, media_type }]))
  }

  /** All paths and hashes of a patch as JSON, including former assets (see `inherit`). */
  listing(patchId: number): string {
    return JSON.stringify(
      this.#db.prepare('SELECT path, hash FROM assets WHERE patch_id = ? ORDER BY path').raw().all(patchId),
    )
  }

  /** Adds all assets of the parent to a patch. */
  carry(patchId: number, parentId: number): void {
    for (const [path, asset] of this.of(parentId)) this.set(patchId, path, asset)
  }

  /**
   * Updates the inherited assets of a patch after its parent, which had the assets `before`, has changed. A path that had an
   * asset of the parent gets its new one, or none. With `keepsFormer` the former asset is kept with its hash as path,
   * because rows of the patch itself may refer to it. Returns the former assets of the patch.
   */
  inherit(patchId: number, { parentId, before }: { parentId: number; before: Assets }, keepsFormer: boolean): Assets {
    const [assets, now] = [this.of(patchId), this.of(parentId)]
    const remove = this.#db.prepare('DELETE FROM assets WHERE patch_id = ? AND path = ?')
    for (const path of new Set([...before.keys(), ...now.keys()])) {
      const [former, present] = [assets.get(path), now.get(path)]
      const isInherited = former?.hash === before.get(path)?.hash
      if (!isInherited || former?.hash === present?.hash) continue
      if (former && keepsFormer) this.set(patchId, former.hash, former)
      if (present) this.set(patchId, path, present)
      else remove.run(patchId, path)
    }
    return assets
  }

  /** Whether a patch has former assets (see `inherit`). */
  hasFormerAssets(patchId: number): boolean {
    const sql = 'SELECT 1 FROM assets WHERE patch_id = ? AND path = hash LIMIT 1'
    return this.#db.prepare(sql).get(patchId) !== undefined
  }
}
