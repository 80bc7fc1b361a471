/** Age of an observation in whole seconds; 0 if the observer's clock is ahead. Instants are ms since 1970. */
export const ageSeconds = (observedAt: number, now: number): number =>
  Math.max(0, Math.floor((now - observedAt) / 1000))
