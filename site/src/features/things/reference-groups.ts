import type { Api } from '../../../../data/api/model/api.ts'
import { hrefAt } from '../../request/at-patch.ts'
import { listAt, titleOf } from '../../request/explorer.ts'
import { payloadColumn } from '../../request/thing/row-columns.ts'
import type { Reference } from '../../request/row-lookup.ts'
import type { RowDetail } from '../../request/thing/row-detail.ts'
import { columnLabel } from '../../format/humanize.ts'
import type { Translate } from '../../messages/translate.ts'

/** Things of one list that refer to a thing in one column. */
interface ReferenceGroup {
  readonly title: string
  readonly ids: readonly string[]
  /** URL of the list with exactly these things, if it has a filter for them. */
  readonly href?: string
}

type Referenced = Pick<RowDetail, 'id' | 'references' | 'patch' | 'list'>

/** Groups the references to a thing by list and column. `omit` has paths of lists to leave out, such as `/loot-tables`. */
export function referenceGroups(
  summary: Referenced,
  api: Api,
  t: Translate,
  omit: readonly string[] = [],
): ReferenceGroup[] {
  const { id, references, patch, list } = summary
  const idsOf = new Map<string, Set<string>>()
  for (const { from, column } of references) {
    if (omit.includes(from.list) || (column === payloadColumn && isInOtherColumn(references, from.id))) continue
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

/** The payload of a row may repeat references of its columns. */
const isInOtherColumn = (references: readonly Reference[], id: string) =>
  references.some(({ from, column }) => from.id === id && column !== payloadColumn)
