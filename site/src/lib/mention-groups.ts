import type { Api } from '../../../data/api/api.ts'
import { hrefAt } from './at-patch.ts'
import { listAt, titleOf } from './explorer.ts'
import { bag } from './facts.ts'
import type { Mention } from './ledger.ts'
import type { LoadedThing } from './loaded-thing.ts'
import { columnLabel } from './words.ts'

/** Things of one list that mention the page's thing in one column. */
export interface MentionGroup {
  readonly title: string
  readonly ids: readonly string[]
  /** The list, filtered to these, where it has such a filter. */
  readonly href?: string
}

type Mentioned = Pick<LoadedThing, 'id' | 'mentions' | 'patch' | 'list'>

/** Who mentions a thing; `left` names lists that the page shows by itself: `/loot-tables`. */
export function mentionGroups(thing: Mentioned, api: Api, left: readonly string[] = []): MentionGroup[] {
  const { id, mentions, patch, list } = thing
  const idsOf = new Map<string, Set<string>>()
  for (const { from, column } of mentions) {
    if (left.includes(from.list) || (column === bag && isToldBesides(mentions, from.id))) continue
    const place = `${from.list} ${column}`
    idsOf.set(place, (idsOf.get(place) ?? new Set()).add(from.id))
  }
  const own = [list.resource?.columns.id?.kind, list.resource?.name]
  return [...idsOf].map(([place, ids]) => {
    const [path = '', column = ''] = place.split(' ')
    const of = listAt(api, path.slice(1))
    const [param] = Object.keys(of?.filters.find(({ columns }) => columns[0] === column)?.params ?? {})
    const stem = column.replace(/_ids?$/, '')
    const isPlain = column === bag || own.includes(stem) || own.includes(`${stem}s`)
    return {
      title: `${of ? titleOf(of) : path}${isPlain ? '' : `: ${columnLabel(column).toLowerCase()}`}`,
      ids: [...ids],
      ...(param && { href: hrefAt(path, patch, { [param]: id }) }),
    }
  })
}

/** A row repeats in its bag what its columns say. */
const isToldBesides = (mentions: readonly Mention[], id: string) =>
  mentions.some(({ from, column }) => from.id === id && column !== bag)
