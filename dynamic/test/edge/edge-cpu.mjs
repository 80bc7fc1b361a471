// For suites, run by Deno: measures the time of the edge function for each of many targets, with files and origin in
// memory. Prints milliseconds as JSON, separately for the first (cold) and the second (warm) request of each target.
const { root, bundle, targets } = JSON.parse(await Deno.readTextFile(Deno.args[0]))

const files = new Map()
globalThis.fetch = async (given) => {
  const { pathname } = new URL(given)
  if (!files.has(pathname)) files.set(pathname, await Deno.readFile(root + pathname).catch(() => undefined))
  const bytes = files.get(pathname)
  return bytes ? new Response(bytes) : new Response('{}', { status: 404 })
}

const began = performance.now()
const { default: handle } = await import(bundle)
const loaded = performance.now() - began

async function measure(target) {
  const before = performance.now()
  const response = await handle(new Request(`http://site.test${target}`), { ip: '127.0.0.1' })
  const took = performance.now() - before
  await response.body?.cancel()
  return took
}

// Each target is requested twice, because the isolate caches files after the first request.
const cold = []
for (const target of targets) cold.push(await measure(target))
const warm = []
for (const target of targets) warm.push(await measure(target))

const at = (times, share) => times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]
const shares = (times) => ({ p50: at(times, 0.5), p99: at(times, 0.99), max: at(times, 1) })
console.log(JSON.stringify({ count: targets.length, loaded, cold: shares(cold), warm: shares(warm) }))
