import type { Patch } from '../../../data/api/patches.ts'
import { patchOf, type ShownPatch } from './at-patch.ts'
import { listAt } from './explorer.ts'
import { findRow, type HistoryEntry } from './loaded-thing.ts'
import { nameOf } from './row-words.ts'

/** A thing that the page's patch has not, but another of its branch. */
export interface AbsentThing {
  readonly name: string
  /** Of its page. */
  readonly path: string
  /** Where it was looked for. */
  readonly patch: ShownPatch
  /** The newest patch that has it. */
  readonly last: ShownPatch
  /** The patches in which it came and went. */
  readonly moves: readonly { readonly patch: Patch; readonly change: HistoryEntry['change'] }[]
}

/** The thing that an address without a page names; nothing where its branch never had one. */
export async function absentThing(asked: string, locals: App.Locals): Promise<AbsentThing | undefined> {
  const { api, ask, patches } = locals
  const url = new URL(asked, 'http://here')
  const [, listPath = '', given = '', ...rest] = url.pathname.split('/')
  const list = listAt(api, listPath)
  const patch = patchOf(url, patches)
  if (!list || !patch || given === '' || rest.length > 0) return undefined
  const past = await ask(`${list.path}/${given}/history?branch=${encodeURIComponent(patch.branch)}`)
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
  const shown = { ...last, locale: patch.locale }
  const found = await findRow(list, id, shown, locals)
  return found && { name: nameOf(found.row), path: `/${listPath}/${id}`, patch, last: shown, moves }
}
