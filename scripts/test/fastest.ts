/** Returns the milliseconds of the fastest of several runs, which is the least affected by other programs. */
export async function fastest(run: () => unknown, runs = 7): Promise<number> {
  let best = Infinity
  for (let nth = 0; nth < runs; nth += 1) {
    const began = performance.now()
    await run()
    best = Math.min(best, performance.now() - began)
  }
  return best
}
