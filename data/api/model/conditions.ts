import type { NumberRange } from './values/list-codecs.ts'
import { canonicalId, tagOf } from './values/raw-key.ts'

/** A value of a search column as the store returns it. */
export type StoredValue = string | number | boolean | null | readonly string[]

/**
 * The value of `oneOf` is a list of values, that of `containing` a part of a text, that of `present` whether the column
 * must have a value, and that of `greatest` a range for the greatest number among its columns.
 */
export type Operator = 'equal' | 'oneOf' | 'atLeast' | 'atMost' | 'below' | 'containing' | 'present' | 'greatest'

/** The form to which a text is converted before it is compared: an id or a tag, also from a raw upstream key, or ms since 1970. */
export type Conversion = 'id' | 'tag' | 'instant'

/** Selects rows by the value of a column. Both stores execute conditions; they are plain data and may be sent to another thread. */
export interface Condition {
  readonly column: string
  /** Columns that may match instead. */
  readonly or?: readonly string[]
  readonly operator: Operator
  /** Already converted according to `as`. */
  readonly value: string | number | boolean | readonly string[] | readonly number[] | NumberRange
  /** How stored values are converted. The live store contains converted values and ignores this. */
  readonly as?: Conversion
  /** Compares the localized text, not the key. */
  readonly localized?: boolean
}

const conversions = {
  id: (given: string) => canonicalId(given),
  tag: (given: string) => tagOf(given),
  instant: (given: string) => Date.parse(given),
}

/** Converts a text to the form in which conditions compare it; other values are returned unchanged. */
export const convert = <T>(value: T, as: Conversion | undefined): T | string | number =>
  as !== undefined && typeof value === 'string' ? conversions[as](value) : value

/** All columns that may match. */
export const columnsOf = ({ column, or = [] }: Pick<Condition, 'column' | 'or'>): readonly string[] => [column, ...or]

/**
 * Returns a test of whether a stored value of one column meets the condition. A list meets it if one of its elements
 * does; null never does, except for `present`.
 */
export function conditionTest(condition: Condition): (stored: StoredValue) => boolean {
  const { operator, value, as } = condition
  if (operator === 'present') return (stored) => (stored !== null) === value
  const test = elementTest(condition)
  return (stored) => {
    if (stored === null) return false
    return Array.isArray(stored)
      ? stored.some((element: string) => test(convert(element, as)))
      : test(convert(stored, as))
  }
}

function elementTest({ operator, value }: Condition): (stored: unknown) => boolean {
  switch (operator) {
    case 'oneOf': {
      const values = new Set<unknown>(value as readonly unknown[])
      return (stored) => values.has(stored)
    }
    case 'containing': {
      const part = String(value).toLowerCase()
      return (stored) => typeof stored === 'string' && stored.toLowerCase().includes(part)
    }
    case 'atLeast':
      return (stored) => typeof stored === 'number' && stored >= Number(value)
    case 'atMost':
      return (stored) => typeof stored === 'number' && stored <= Number(value)
    case 'below':
      return (stored) => typeof stored === 'number' && stored < Number(value)
    default:
      return (stored) => stored === value
  }
}
