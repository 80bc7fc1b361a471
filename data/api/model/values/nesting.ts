/** Deeper ones can be parsed, but not written again or walked through. */
export const maxNested = 32

/** Whether lists and objects are in each other at more than `max` levels. */
export const isNestedDeeper = (value: unknown, max = maxNested): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (max === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, max - 1)))
