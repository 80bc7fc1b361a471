import { ParseError, signedDecimal, signedDecimalPattern, type Codec, type Value } from '../../model/values/codecs.ts'
import { membersOf, type Values } from '../../model/values/params.ts'

/** A rolled secondary attribute. */
interface Roll {
  readonly value: number
  /** The name of the gem in the request. */
  readonly gem?: string
}

/** What a request says about one instance of an item. Attributes are by field, sorted. */
export interface Overrides {
  readonly primary: ReadonlyMap<string, number>
  readonly secondary: ReadonlyMap<string, Roll>
  readonly quantity?: number
  readonly foundBy?: string
  readonly lootState?: string
  /** An id, a raw key or a tag. */
  readonly wearer?: string
  readonly isTradeable?: boolean
  readonly amount?: number
}

const number = signedDecimal()
const maxGemLength = 100
/** Control characters make a request target malformed. */
const rollSchema = {
  type: 'string',
  pattern: `^${signedDecimalPattern}(?::[^\\x00-\\x1f\\x7f]{1,${maxGemLength}})?$`,
  not: { pattern: '^[^:]*:\\s*$' },
}

/** The codec of `<number>` or `<number>:<GemName>`; the value is the canonical text. */
export function rollCodec(): Codec {
  const read = (given: string): Value | ParseError => {
    const { numeral, gem } = partsOf(given)
    const value = number.read(numeral)
    if (value instanceof ParseError) return new ParseError(value.message, ['3', '-2.5', '3:<GemName>'])
    if (gem === undefined) return number.write(value)
    if (gem.trim() === '') return new ParseError('has a colon and no gem name after it', ['3', '3:<GemName>'])
    if (Array.from(gem).length > maxGemLength)
      return new ParseError(`has a gem name of more than ${maxGemLength} characters`)
    return `${number.write(value)}:${gem.trim()}`
  }
  return { schema: { ...rollSchema, examples: ['3', '-2.5', '3:Ruby'] }, read, write: String }
}

function partsOf(text: string): { numeral: string; gem: string | undefined } {
  const mark = text.indexOf(':')
  return mark === -1 ? { numeral: text, gem: undefined } : { numeral: text.slice(0, mark), gem: text.slice(mark + 1) }
}

export function overridesOf(values: Values): Overrides {
  const primary = [...membersOf(values, 'primary')].map(([field, value]) => [field, Number(value)] as const)
  const secondary = [...membersOf(values, 'secondary')].map(([field, text]) => {
    const { numeral, gem } = partsOf(String(text))
    return [field, { value: Number(numeral), gem }] as const
  })
  return {
    primary: new Map(primary),
    secondary: new Map(secondary),
    quantity: values.quantity as number | undefined,
    foundBy: values.found_by as string | undefined,
    lootState: values.loot_state as string | undefined,
    wearer: values.class as string | undefined,
    isTradeable: values.is_tradeable as boolean | undefined,
    amount: values.amount as number | undefined,
  }
}
