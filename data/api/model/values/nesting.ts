/** Deeper ones can be parsed, but not written again or walked through. */
export const maxNested = 32

/** Whether lists and objects are in each other at more than `max` levels. */
export function isNestedDeeper(value: unknown, max = maxNested): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (max === 0) return true
  for (const name in value) if (isNestedDeeper((value as Record<string, unknown>)[name], max - 1)) return true
  return false
}
