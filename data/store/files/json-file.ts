import { existsSync, readFileSync } from 'node:fs'

/** What a file says that can be written anew. Undefined if it is missing, or damaged: then it is no JSON. */
export function readDerivedJson(path: string): unknown {
  if (!existsSync(path)) return undefined
  const text = readFileSync(path, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
