/** Few lines match, and the test takes a fifth of a microsecond. */
const manyDigits = /\d{16}|\d[eE]\+?\d{3}/
/** A number with 16 or more digits before the point or three or more in its exponent; no digits of a fraction or a hash. */
const mayBeLarge = /[:,[\s]-?\d(?:\d{15}|[\d.]*[eE]\+?\d{3})/

interface LostNumber {
  /** Path in the row, such as `entries.1.weight`. */
  readonly path: string
  /** As written in the text. */
  readonly source: string
}

/** Numbers in the text of a row that JSON.parse changes: they become infinite, or integers with other digits. */
export function lostNumbers(json: string): readonly LostNumber[] {
  return manyDigits.test(json) && mayBeLarge.test(json) ? lostIn(JSON.parse(json, markLost), []) : []
}

/** Replaces a lost number in the parsed value. */
class Lost {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

const markLost = (_key: string, value: unknown, { source = '' }: { source?: string } = {}): unknown =>
  typeof value === 'number' && isLost(value, source) ? new Lost(source) : value

const isLost = (value: number, source: string): boolean =>
  !Number.isFinite(value) || (/^-?\d{16,}$/.test(source) && !isSameNumber(value, source))

/** `String` writes integers of 22 or more digits with an exponent, so these are compared as `BigInt`. */
const isSameNumber = (value: number, source: string): boolean =>
  String(value) === source || BigInt(value) === BigInt(source)

function lostIn(value: unknown, path: readonly string[]): readonly LostNumber[] {
  if (value instanceof Lost) return [{ path: path.join('.'), source: value.source }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => lostIn(child, [...path, name]))
}
