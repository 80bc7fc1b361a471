/** Few lines match: looking for it takes a fifth of a microsecond. */
const manyDigits = /\d{16}|\d[eE]\+?\d{3}/
/** A number that may be too large, with 16 digits before its point or an exponent of three; no fraction, and no digits of a hash. */
const mayBeLarge = /[:,[\s]-?\d(?:\d{15}|[\d.]*[eE]\+?\d{3})/

interface LostNumber {
  /** Where it is in its row: `entries.1.weight`. */
  readonly path: string
  /** As written in the text. */
  readonly source: string
}

/** Numbers in the text of a row that JSON.parse does not keep: they become infinite, or whole numbers with other digits. */
export function lostNumbers(json: string): readonly LostNumber[] {
  return manyDigits.test(json) && mayBeLarge.test(json) ? lostIn(JSON.parse(json, markLost), []) : []
}

/** What stands in the place of such a number. */
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

/** Numbers of 22 digits and more are shown with an exponent. */
const isSameNumber = (value: number, source: string): boolean =>
  String(value) === source || BigInt(value) === BigInt(source)

function lostIn(value: unknown, path: readonly string[]): readonly LostNumber[] {
  if (value instanceof Lost) return [{ path: path.join('.'), source: value.source }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => lostIn(child, [...path, name]))
}
