import { mapInSlices } from '../../../../data/api/model/values/steps.ts'
import type { Translate } from '../../messages/translate.ts'
import type { Row } from '../../format/api-response.ts'
import { rangesOf } from '../../../../data/api/resources/tooltip/tooltip.ts'
import type { Attribute } from '../../../../data/api/resources/tooltip/attributes.ts'
import { formatRange } from '../../request/thing/attribute-lines.ts'

/** An item with what one attribute can be on it. */
export interface AttributeItem {
  readonly row: Row
  /** `12 to 16.7`; undefined if it does not have it so. */
  readonly primary?: string
  readonly secondary?: string
}

/** Items of one archetype, the greatest value first. */
export interface AttributeGroup {
  readonly archetype: string
  readonly items: readonly [AttributeItem, ...AttributeItem[]]
}

/** By archetype, in the order of the best of each; `field` is the attribute's. */
export async function attributeGroups(
  rows: readonly Row[],
  field: string,
  attribute: Attribute,
  t: Translate,
): Promise<AttributeGroup[]> {
  const groups = new Map<string, [AttributeItem, ...AttributeItem[]]>()
  const inOrder = rows.toSorted((a, b) => greatestOf(b, field) - greatestOf(a, field))
  await mapInSlices(inOrder, (row) => {
    const archetype = String(row.archetype ?? row.id)
    const [primary, secondary] = (['primary', 'secondary'] as const).map((kind) => {
      const range = rangesOf(row, kind).get(field)
      return range && formatRange(attribute, range, t)
    })
    const item = { row, primary, secondary }
    const group = groups.get(archetype)
    if (group) group.push(item)
    else groups.set(archetype, [item])
  })
  return [...groups].map(([archetype, items]) => ({ archetype, items }))
}

const greatestOf = (row: Row, field: string): number =>
  Math.max(
    ...['primary', 'secondary'].flatMap((kind) => {
      const value = row[`${kind}_max_${field}`]
      return typeof value === 'number' ? value : []
    }),
  )
