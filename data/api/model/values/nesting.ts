/** Much deeper values can be parsed, but neither serialized nor traversed. */
export const maxNestingDepth = 32

/**
 * Whether lists and objects in `value` are nested more than `maxNestingDepth` levels deep. `json` is the text that it was
 * parsed from: few texts have that many opening brackets, and counting them takes a tenth of the time of a traversal.
 */
export const isNestedTooDeep = (json: string, value: unknown): boolean =>
  hasMoreBrackets(json, maxNestingDepth) && isDeeper(value, maxNestingDepth)

function hasMoreBrackets(json: string, max: number): boolean {
  let left = max
  for (const bracket of ['{', '['])
    for (let at = json.indexOf(bracket); at >= 0; at = json.indexOf(bracket, at + 1)) {
      if (left === 0) return true
      left -= 1
    }
  return false
}

function isDeeper(value: unknown, max: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (max === 0) return true
  return Object.values(value).some((child) => isDeeper(child, max - 1))
}
