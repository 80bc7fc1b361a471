/** Milliseconds of the fastest of some runs: in the others may be what other programs took of the processor. */
export async function fastest(run: () => unknown, runs = 7): Promise<number> {
  let best = Infinity
  for (let nth = 0; nth < runs; nth += 1) {
    const began = performance.now()
    await run()
    best = Math.min(best, performance.now() - began)
  }
  return best
}
