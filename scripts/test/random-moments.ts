// Random moments, for kills and the like: the seed is printed, and SEED asks for the same moments again.

/** Numbers from 0 to below `most`, by a linear congruential generator. */
export function randomMoments(suite: string): (max: number) => number {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  console.log(`${suite}: SEED=${seed}`)
  let state = seed
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state / 2 ** 32) * max
  }
}
