import type { Patch } from '../../../../data/api/model/patches.ts'
import { patchOf, type LocalizedPatch } from '../at-patch.ts'
import { listAt } from '../explorer.ts'
import { findRow, type HistoryEntry } from './row-detail.ts'
import { nameOf } from '../../format/row-name.ts'

/** A row that is missing from the page's patch but exists in another patch of its branch. */
interface MissingRow {
  readonly name: string
  /** Path of its page. */
  readonly path: string
  /** The patch that lacks it. */
  readonly patch: LocalizedPatch
  /** The newest patch that has it. */
  readonly last: LocalizedPatch
  /** The patches in which it was added or removed. */
  readonly moves: readonly { readonly patch: Patch; readonly change: HistoryEntry['change'] }[]
}

/** Returns the row that a URL names but its patch lacks; undefined if the branch never had such a row. */
export async function findMissingRow(requested: string, locals: App.Locals): Promise<MissingRow | undefined> {
  const { api, fetchApi, patches } = locals
  const url = new URL(requested, 'http://here')
  const [, listPath = '', given = '', ...rest] = url.pathname.split('/')
  const list = listAt(api, listPath)
  const patch = patchOf(url, patches)
  if (!list || !patch || given === '' || rest.length > 0) return undefined
  const past = await fetchApi(`${list.path}/${given}/history?branch=${encodeURIComponent(patch.branch)}`)
  if (past.status !== 200) return undefined
  const { id, history } = (past.json as { body: { id: string; history: readonly HistoryEntry[] } }).body
  const moves = history.flatMap(({ patch_id, change }) => {
    const moved = change === 'changed' ? undefined : patches.byId(patch_id)
    return moved ? [{ patch: moved, change }] : []
  })
  const newest = moves.at(-1)
  const last =
    newest?.change === 'removed' ? patches.byId(newest.patch.parent_patch_id ?? 0) : patches.current(patch.branch)
  if (!last) return undefined
  const displayed = { ...last, locale: patch.locale }
  const found = await findRow(list, id, displayed, locals)
  return found && { name: nameOf(found.row), path: `/${listPath}/${id}`, patch, last: displayed, moves }
}
