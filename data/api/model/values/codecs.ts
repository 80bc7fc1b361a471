// Strict codecs of parameter values. They decode a text of a URL to a value and encode the value as its one canonical
// text. A value out of range is an error; it is never clamped.

export type Value = string | number | boolean

/** Why a text is invalid: a message to follow the parameter's name and, if they can be listed, the allowed values. */
export class ParseError {
  readonly message: string
  readonly allowed: readonly string[] | undefined

  constructor(message: string, allowed?: readonly string[]) {
    this.message = message
    this.allowed = allowed
  }
}

/** Decodes and encodes the values of a parameter. */
export interface Codec {
  /** JSON Schema of the value, for the reference. */
  readonly schema: Readonly<Record<string, unknown>>
  /** The text is a list of values separated by commas. */
  readonly isList?: true
  read(text: string): Value | ParseError
  write(value: Value): string
}

const maxTextLength = 200
/** A text as error messages show it: in quotes, and truncated if it is long. */
export const quote = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text)

function codec(schema: Record<string, unknown>, read: (text: string) => Value | ParseError): Codec {
  return { schema, read: (text) => (text === '' ? new ParseError('is empty') : read(text)), write: String }
}

/** A text of 1 to 200 characters. */
export function text(): Codec {
  const allowed = [`1 to ${maxTextLength} characters`]
  return {
    schema: { type: 'string', minLength: 1, maxLength: maxTextLength },
    read(given) {
      if (given === '') return new ParseError('is empty', allowed)
      // A text never has more characters than UTF-16 units, whose number is known without counting.
      const isLonger = given.length > maxTextLength && Array.from(given).length > maxTextLength
      return isLonger ? new ParseError(`is longer than ${maxTextLength} characters`, allowed) : given
    },
    write: String,
  }
}

/** Decimal digits, with `-` only where `min` is negative. `01`, `+5`, `1e3` and `0x10` are rejected. */
export function integer({ min = 0, max = Number.MAX_SAFE_INTEGER } = {}): Codec {
  const allowed = [max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`]
  return codec({ type: 'integer', minimum: min, maximum: max }, (given) => {
    if (!/^(0|-?[1-9]\d*)$/.test(given)) return new ParseError(`got ${quote(given)}, which is not an integer`, allowed)
    const value = Number(given)
    if (value > max) return new ParseError(`got ${quote(given)}, which is out of range`, [`${min} to ${max}`])
    return value < min ? new ParseError(`got ${quote(given)}, which is out of range`, allowed) : value
  })
}

/** Writes a decimal without an exponent, which `String` would use for small and large numbers. */
const writeDecimal = (value: Value) =>
  Number(value).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })

/** Programs write small numbers as `1e-7` or `1e-07`, so a client that follows the JSON Schema type `number` may send that. */
const smallNumber = '[1-9](?:\\.\\d{1,20})?e-\\d{1,3}'
/** The texts that `signedDecimal` accepts, unless their value rounds to 10^9. */
export const signedDecimalPattern = `-?(?:(?:0|[1-9]\\d{0,8})(?:\\.\\d{1,20})?|${smallNumber})`
const signedNumber = new RegExp(`^${signedDecimalPattern}$`)
const positiveNumber = new RegExp(`^(?:(?:0|[1-9]\\d{0,14})(?:\\.\\d{1,20})?|${smallNumber})$`)

/** The nearest double, never -0; numbers with an exponent are first rounded to twenty digits after the point. */
const numberOf = (given: string): number => Number(given.includes('e') ? writeDecimal(Number(given)) : given) + 0

/** A decimal such as `12.5`, at least 0 and below 10^15. */
export function decimal(): Codec {
  const read = (given: string) =>
    positiveNumber.test(given) && Number(given) < 1e15
      ? numberOf(given)
      : new ParseError(`got ${quote(given)}, which is not a decimal number`)
  return { ...codec({ type: 'number', minimum: 0, exclusiveMaximum: 1e15 }, read), write: writeDecimal }
}

/** A decimal such as `-2.5`, between -10^9 and 10^9, both exclusive. */
export function signedDecimal(): Codec {
  const read = (given: string) =>
    signedNumber.test(given) && Math.abs(Number(given)) < 1e9
      ? numberOf(given)
      : new ParseError(`got ${quote(given)}, which is not a decimal number`, ['3', '-2.5'])
  const schema = { type: 'number', exclusiveMinimum: -1e9, exclusiveMaximum: 1e9, examples: ['3', '-2.5'] } as const
  return { ...codec(schema, read), write: writeDecimal }
}

const flags = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** `true`, `1`, `false` or `0`. */
export function flag(): Codec {
  return codec(
    { type: 'boolean' },
    (given) => flags.get(given) ?? new ParseError(`got ${quote(given)}, which is not a boolean`, ['true', 'false']),
  )
}

/** One of these values. */
export function oneOf(values: readonly string[]): Codec {
  return codec({ type: 'string', enum: values }, (given) =>
    values.includes(given) ? given : new ParseError(`got ${quote(given)}, which is not one of its values`, values),
  )
}

/** A comma-separated list of these values; the canonical form is sorted and without duplicates. */
export function listOf(values: readonly string[]): Codec {
  const read = (given: string) => {
    const parts = [...new Set(given.split(','))].sort()
    const unknown = parts.filter((part) => !values.includes(part))
    if (unknown.length === 0) return parts.join(',')
    return new ParseError(`got ${quote(unknown.join(','))}, which is not among its values`, values)
  }
  return { ...codec({ type: 'array', items: { type: 'string', enum: values }, minItems: 1 }, read), isList: true }
}

const instantPattern = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)?)?$/

/** An ISO 8601 date or date-time, in UTC if it has no offset. The value is the canonical `YYYY-MM-DDTHH:MM:SS[.mmm]Z`. */
export function instant(): Codec {
  return codec({ type: 'string', format: 'date-time' }, (given) => {
    const error = new ParseError(`got ${quote(given)}, which is not an ISO 8601 instant`, ['2026-01-31T12:00:00Z'])
    const match = instantPattern.exec(given.replace(/ (?=\d\d:\d\d$)/, '+'))
    if (!match) return error
    const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = '', offset = 'Z'] =
      match
    const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
    const asUtc = new Date(local)
    if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString() !== local) return error
    const at = new Date(offset === 'Z' ? local : local.replace('Z', offset))
    // With its offset, the instant may lie outside of the years 0000 to 9999.
    return /^\d{4}-/.test(Number.isNaN(at.getTime()) ? '' : at.toISOString())
      ? at.toISOString().replace('.000Z', 'Z')
      : error
  })
}
