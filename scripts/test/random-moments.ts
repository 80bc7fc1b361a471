// Random moments for kills and the like. The seed is printed; SEED repeats the same moments.

/** Returns a generator of integers from 0 to below `max` (linear congruential). */
export function randomMoments(suite: string): (max: number) => number {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  console.log(`${suite}: SEED=${seed}`)
  let state = seed
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state / 2 ** 32) * max
  }
}
