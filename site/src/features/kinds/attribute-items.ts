import { mapInSlices } from '../../../../data/api/model/values/steps.ts'
import type { Translate } from '../../messages/translate.ts'
import type { Row } from '../../format/api-response.ts'
import { rangesOf } from '../../../../data/api/resources/tooltip/tooltip.ts'
import type { Attribute } from '../../../../data/api/resources/tooltip/attributes.ts'
import { formatRange } from '../../request/thing/attribute-lines.ts'

/** An item and the ranges of one attribute on it. */
export interface AttributeItem {
  readonly row: Row
  /** Range such as `12 to 16.7`; undefined if it is not a primary attribute of the item. */
  readonly primary?: string
  /** Range of a possible roll; undefined if the item cannot roll the attribute. */
  readonly secondary?: string
}

/** Items of one archetype, those with the highest value first. */
export interface AttributeGroup {
  readonly archetype: string
  readonly items: readonly [AttributeItem, ...AttributeItem[]]
}

/** Groups items by archetype, those with the highest value first. `field` is the field of the attribute. */
export async function attributeGroups(
  rows: readonly Row[],
  field: string,
  attribute: Attribute,
  t: Translate,
): Promise<AttributeGroup[]> {
  const groups = new Map<string, [AttributeItem, ...AttributeItem[]]>()
  const inOrder = rows.toSorted((a, b) => maxValue(b, field) - maxValue(a, field))
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

const maxValue = (row: Row, field: string): number =>
  Math.max(
    ...['primary', 'secondary'].flatMap((kind) => {
      const value = row[`${kind}_max_${field}`]
      return typeof value === 'number' ? value : []
    }),
  )
