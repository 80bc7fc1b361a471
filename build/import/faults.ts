const listed = 1000

/** Every fault of a bundle, as `file:line: field: expected, got`. Nothing of the bundle was imported. */
export class BundleFaults extends Error {
  readonly faults: readonly string[]
  readonly count: number

  constructor(faults: readonly string[], count: number) {
    super(`The bundle has ${count} ${count === 1 ? 'fault' : 'faults'}; nothing was imported.`)
    this.name = 'BundleFaults'
    this.faults = faults
    this.count = count
  }
}

/** Collects faults while a bundle is read; keeps the first thousand and counts the rest. */
export class FaultList {
  readonly faults: string[] = []
  count = 0

  /** `line` 0 speaks of the file as a whole. */
  add(file: string, line: number, field: string, expected: string, got: unknown): void {
    this.count += 1
    if (this.faults.length >= listed) return
    const place = line > 0 ? `${file}:${line}` : file
    this.faults.push(`${place}: ${field === '' ? '' : `${field}: `}expected ${expected}, got ${shown(got)}`)
  }

  throwIfAny(): void {
    if (this.count > 0) throw new BundleFaults(this.faults, this.count)
  }
}

/** A value as a fault shows it. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}...` : text
}
