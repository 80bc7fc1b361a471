const maxListed = 1000

/** A bundle has validation errors, of the form `<file>:<line>: <field>: expected ..., got ...`. Nothing was imported. */
export class BundleValidationError extends Error {
  readonly errors: readonly string[]
  readonly count: number

  constructor(errors: readonly string[], count: number) {
    super(`The bundle has ${count} ${count === 1 ? 'validation error' : 'validation errors'}; nothing was imported.`)
    this.name = 'BundleValidationError'
    this.errors = errors
    this.count = count
  }
}

/** Collects validation errors while a bundle is read; keeps the first thousand and counts the rest. */
export class ValidationErrors {
  readonly errors: string[] = []
  count = 0

  /** `line` 0 refers to the file as a whole. */
  add(file: string, line: number, field: string, expected: string, got: unknown): void {
    this.count += 1
    if (this.errors.length >= maxListed) return
    const place = line > 0 ? `${file}:${line}` : file
    this.errors.push(`${place}: ${field === '' ? '' : `${field}: `}expected ${expected}, got ${formatValue(got)}`)
  }

  /** Inserts other errors after the first `count` errors of this list. */
  insert(others: ValidationErrors, count: number): void {
    this.errors.splice(count, 0, ...others.errors)
    this.errors.length = Math.min(this.errors.length, maxListed)
    this.count += others.count
  }

  /** Throws `BundleValidationError` if there are errors. */
  throwIfAny(): void {
    if (this.count > 0) throw new BundleValidationError(this.errors, this.count)
  }
}

/** A value as validation errors show it: as JSON text, truncated if it is long. */
export function formatValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}...` : text
}
