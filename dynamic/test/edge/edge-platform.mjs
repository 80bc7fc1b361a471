// For suites, run by Deno: simulates the platform of the CDN. It serves the files of a published tree, runs the
// deployed bundle on all other paths, provides a cache for it, and identifies clients by their sockets. Paths below
// /__platform/ control it and list its cache.
const { root, bundle, excluded, kilobyte = 1024 } = JSON.parse(Deno.args[0])
const site = 'http://site.test'
const types = { json: 'application/json', js: 'text/javascript' }

/** Returns a file of the site in the same way as the platform; `_headers` does not apply to edge answers. */
async function file(pathname, method) {
  const name = decodeURIComponent(pathname)
  if (name.split('/').includes('..')) return new Response('Bad Request', { status: 400 })
  try {
    const bytes = await Deno.readFile(root + name)
    const headers = {
      'content-type': types[name.split('.').at(-1)] ?? 'application/octet-stream',
      'cache-control': 'public,max-age=0,must-revalidate',
      'content-length': String(bytes.length),
      etag: '"platform"',
      server: 'platform',
    }
    return new Response(method === 'HEAD' ? null : bytes, { headers })
  } catch {
    return new Response('Not Found', { status: 404 })
  }
}

let offset = 0
const realNow = Date.now
Date.now = () => realNow() + offset

/**
 * The cached GET answers by URL, which live as long as their `s-maxage`. Other parts of the key are given by
 * `Netlify-Vary`.
 */
const kept = new Map()
const cache = {
  match(url) {
    const found = kept.get(url)
    if (!found || found.until <= Date.now()) return Promise.resolve(undefined)
    return Promise.resolve(new Response(found.body, found))
  },
  async put(url, response) {
    const seconds = Number(/s-maxage=(\d+)/.exec(response.headers.get('cache-control'))?.[1] ?? 0)
    if (seconds === 0 || response.headers.has('set-cookie') || !response.headers.has('netlify-vary'))
      throw new Error('the platform does not cache this')
    if (url.length > 16 * kilobyte) throw new Error('the name is too long')
    const { status, headers } = response
    kept.set(url, { status, headers, body: await response.arrayBuffer(), until: Date.now() + seconds * 1000 })
  },
}
Object.defineProperty(globalThis, 'caches', { value: { open: () => Promise.resolve(cache) } })

// A fetch of the site's own files is answered directly, because the function does not run on their paths.
let fails = false
const netFetch = globalThis.fetch
globalThis.fetch = (given, init) => {
  const url = new URL(given instanceof Request ? given.url : given)
  if (url.origin !== site) return netFetch(given, init)
  return fails ? Promise.reject(new Error('no file today')) : file(url.pathname, init?.method)
}

const { default: handle } = await import(bundle)
const isOwn = excluded.map((path) => new RegExp(`^${path.replaceAll('.', '\\.').replace('*', '.*')}$`))

async function control({ pathname, searchParams }) {
  if (pathname === '/__platform/clock') offset += Number(searchParams.get('add'))
  if (pathname === '/__platform/files') fails = searchParams.get('fail') === 'true'
  if (pathname === '/__platform/forget') kept.clear()
  const text = new TextDecoder()
  return Response.json([...kept].map(([url, { status, body }]) => ({ url, status, body: text.decode(body) })))
}

// Ends together with the suite that started it.
void Deno.stdin.read(new Uint8Array(1)).then(() => Deno.exit())

const onListen = ({ port }) => console.log(`listening ${port}`)
Deno.serve(
  { port: 0, hostname: '127.0.0.1', onListen, automaticCompression: false },
  async (request, { remoteAddr }) => {
    const url = new URL(request.url)
    if (url.pathname.startsWith('/__platform/')) return control(url)
    if (isOwn.some((path) => path.test(url.pathname))) return file(url.pathname, request.method)
    // The platform routes by host name, so a function sees its own site, whatever the client sent.
    const own = new Request(site + url.pathname + url.search, request)
    const response = await handle(own, { ip: remoteAddr.hostname })
    const headers = new Headers(response.headers)
    headers.delete('netlify-cdn-cache-control')
    return new Response(response.body, { status: response.status, headers })
  },
)
