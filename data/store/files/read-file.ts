import { readFileSync } from 'node:fs'

/** The bytes of a file; undefined if there is none, or none any more: others may remove it at any moment. */
export function readIfPresent(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The JSON of a file that can be made again. Undefined if the file is missing, or damaged and therefore not JSON. */
export function readDerivedJson(path: string): unknown {
  const text = readIfPresent(path)?.toString()
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
