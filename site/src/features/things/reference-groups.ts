import type { Api } from '../../../../data/api/model/api.ts'
import { hrefAt } from '../../request/at-patch.ts'
import { listAt, titleOf } from '../../request/explorer.ts'
import { payloadColumn } from '../../request/thing/row-columns.ts'
import type { Reference } from '../../request/row-lookup.ts'
import type { RowDetail } from '../../request/thing/row-detail.ts'
import { columnLabel } from '../../format/humanize.ts'
import type { Translate } from '../../messages/translate.ts'

/** Things of one list that mention the page's thing in one column. */
interface ReferenceGroup {
  readonly title: string
  readonly ids: readonly string[]
  /** The list, filtered to these, where it has such a filter. */
  readonly href?: string
}

type Referenced = Pick<RowDetail, 'id' | 'references' | 'patch' | 'list'>

/** Who mentions a thing; `left` names lists that the page shows by itself: `/loot-tables`. */
export function referenceGroups(
  summary: Referenced,
  api: Api,
  t: Translate,
  left: readonly string[] = [],
): ReferenceGroup[] {
  const { id, references, patch, list } = summary
  const idsOf = new Map<string, Set<string>>()
  for (const { from, column } of references) {
    if (left.includes(from.list) || (column === payloadColumn && isInOtherColumn(references, from.id))) continue
    const place = `${from.list} ${column}`
    idsOf.set(place, (idsOf.get(place) ?? new Set()).add(from.id))
  }
  const own = [list.resource?.columns.id?.kind, list.resource?.name]
  return [...idsOf].map(([place, ids]) => {
    const [path = '', column = ''] = place.split(' ')
    const of = listAt(api, path.slice(1))
    const param = of?.filters.find((filter) => filter.column === column)?.param
    const title = of ? titleOf(of, t) : path
    const stem = column.replace(/_ids?$/, '')
    const isPlain = column === payloadColumn || own.includes(stem) || own.includes(`${stem}s`)
    return {
      title: isPlain ? title : t('value.labelled', { label: title, value: columnLabel(t, column) }),
      ids: [...ids],
      ...(param && { href: hrefAt(path, patch, { [param]: id }) }),
    }
  })
}

/** A row repeats in its bag what its columns say. */
const isInOtherColumn = (references: readonly Reference[], id: string) =>
  references.some(({ from, column }) => from.id === id && column !== payloadColumn)
