/** Age of an observation; one from a clock that is ahead is new. Both are ms since 1970. */
export const ageSeconds = (observedAt: number, now: number): number =>
  Math.max(0, Math.floor((now - observedAt) / 1000))
