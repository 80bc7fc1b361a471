/** Age of an observation, 0 if its clock is ahead. Both are ms since 1970. */
export const ageSeconds = (observedAt: number, now: number): number =>
  Math.max(0, Math.floor((now - observedAt) / 1000))
