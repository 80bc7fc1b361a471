import { readFileSync } from 'node:fs'

/** Reads a file; undefined if it does not exist. Safe for files that others may remove at any moment. */
export function readIfPresent(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Reads JSON that can be derived again; undefined if the file is missing or, because it is damaged, not JSON. */
export function readDerivedJson(path: string): unknown {
  const text = readIfPresent(path)?.toString()
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
