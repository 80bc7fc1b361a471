import type Database from 'better-sqlite3'

export interface StoredAsset {
  readonly hash: string
  readonly media_type: string
}

/** By their paths in bundles. */
export type Assets = ReadonlyMap<string, StoredAsset>

/** Which pictures and models paths mean at a patch: its own and those of its parent. */
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

  of(patchId: number): Assets {
    const sql = 'SELECT path, hash, media_type FROM assets WHERE patch_id = ? AND path <> hash'
    const found = this.#db.prepare(sql).all(patchId) as (StoredAsset & { path: string })[]
    return new Map(found.map(({ path, hash, media_type }) => [path, { hash, media_type }]))
  }

  /** As JSON, those that are kept without a path too. */
  listing(patchId: number): string {
    return JSON.stringify(
      this.#db.prepare('SELECT path, hash FROM assets WHERE patch_id = ? ORDER BY path').raw().all(patchId),
    )
  }

  carry(patchId: number, parentId: number): void {
    for (const [path, asset] of this.of(parentId)) this.set(patchId, path, asset)
  }

  /**
   * After a change of the parent; returns what the patch had. A path that meant the parent's asset `before` means its
   * new one, or none. Where the patch may have rows of its own with the former asset, that is kept without a path,
   * under its hash, so that it is served as long as they are.
   */
  inherit(patchId: number, { parentId, before }: { parentId: number; before: Assets }, keepsFormer: boolean): Assets {
    const [held, now] = [this.of(patchId), this.of(parentId)]
    const remove = this.#db.prepare('DELETE FROM assets WHERE patch_id = ? AND path = ?')
    for (const path of new Set([...before.keys(), ...now.keys()])) {
      const [former, present] = [held.get(path), now.get(path)]
      const isInherited = former?.hash === before.get(path)?.hash
      if (!isInherited || former?.hash === present?.hash) continue
      if (former && keepsFormer) this.set(patchId, former.hash, former)
      if (present) this.set(patchId, path, present)
      else remove.run(patchId, path)
    }
    return held
  }

  /** Whether rows of the patch may have assets that their paths no longer mean. */
  keepsFormer(patchId: number): boolean {
    const sql = 'SELECT 1 FROM assets WHERE patch_id = ? AND path = hash LIMIT 1'
    return this.#db.prepare(sql).get(patchId) !== undefined
  }
}
