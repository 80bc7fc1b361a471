import type { Patch } from '../../../../data/api/model/patches.ts'
import { patchOf, type LocalizedPatch } from '../at-patch.ts'
import { listAt } from '../explorer.ts'
import { findRow, type HistoryEntry } from './row-detail.ts'
import { nameOf } from '../../format/row-name.ts'

/** A thing that the page's patch has not, but another of its branch. */
interface MissingRow {
  readonly name: string
  /** Of its page. */
  readonly path: string
  /** Where it was looked for. */
  readonly patch: LocalizedPatch
  /** The newest patch that has it. */
  readonly last: LocalizedPatch
  /** The patches in which it came and went. */
  readonly moves: readonly { readonly patch: Patch; readonly change: HistoryEntry['change'] }[]
}

/** The thing that an address without a page names; undefined if its branch never had one. */
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
