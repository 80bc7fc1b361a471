// The edge function of the CDN, which Netlify, or any host with Deno's globals, runs for the paths in netlify.toml.
import { api } from '../data/api/table.ts'
import { createEdge, type Edge } from './edge/edge.ts'
import { readEdgeSettings } from './edge/edge-settings.ts'
import type { AnswerCache } from './edge/shared-answers.ts'

interface Context {
  readonly ip?: string
}

interface Platform {
  readonly caches?: { open(name: string): Promise<AnswerCache> }
  readonly Netlify?: { readonly env: { get(name: string): string | undefined } }
  readonly Deno?: { readonly env: { get(name: string): string | undefined } }
}

const platform = globalThis as Platform
const edges = new Map<string, Promise<Edge>>()

/** Creates the edge of a site. The files of the site are fetched from their own paths, for which no function runs. */
async function edgeFor(site: string): Promise<Edge> {
  const { originUrl, originTimeoutMilliseconds, ...settings } = readEdgeSettings((name) =>
    (platform.Netlify ?? platform.Deno)?.env.get(name),
  )
  return createEdge({
    api,
    fetchFile: (name, range) => fetch(new URL(`/${name}`, site), range === undefined ? {} : { headers: { range } }),
    origin: { url: originUrl, timeoutMilliseconds: originTimeoutMilliseconds, fetch },
    cache: await platform.caches?.open('answers').catch(() => undefined),
    onError: (error) => console.error(error),
    ...settings,
  })
}

/** Answers a request with the edge of its site: an isolate may serve several sites. */
export default function handle(request: Request, { ip }: Context = {}): Promise<Response> {
  const { origin } = new URL(request.url)
  const edge = edges.get(origin) ?? edgeFor(origin)
  edges.set(origin, edge)
  return edge.then((answer) => answer(request, { address: ip }))
}

/** If the function itself fails, the platform continues without it. */
export const config = { onError: 'bypass' }
