/** Returns how many seconds an asynchronous function takes. */
export async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
