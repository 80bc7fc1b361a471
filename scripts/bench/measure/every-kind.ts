import { Stream } from '../../../data/sample/random.ts'
import { locales } from '../../../data/api/model/values/locales.ts'
import { pickByShare, type Shares } from './draws.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly example?: unknown
}
interface Document {
  readonly paths: Readonly<Record<string, { readonly get: { readonly parameters: readonly Partial<Parameter>[] } }>>
}

/** Optional parameters with their values and the share of requests that have them, on endpoints that support them. */
const options: readonly [name: string, share: number, values: readonly string[]][] = [
  ['locale', 0.4, locales],
  ['patch', 0.4, ['1', '2', '3', '4', 'current']],
  ['at_patch', 0.4, ['1', '2', '3', '4']],
  ['page', 0.3, ['1', '2', '3', '4', '5']],
  ['limit', 0.2, ['5', '50', '100']],
  ['sort', 0.2, ['-id', 'id']],
  ['fields', 0.1, ['name']],
  ['embed', 0.2, ['abilities', 'entries', 'classes']],
  ['format', 0.02, ['csv', 'ndjson']],
  ['counts', 0.5, ['true']],
]

/**
 * Returns targets of every endpoint in the OpenAPI document of a service, with its examples, and of pages and cards in
 * its sitemap; the same for the same service and key. Some are refused, like some real requests.
 */
export async function everyKindTargets(url: string, count: number, key: string): Promise<string[]> {
  const read = async (target: string) => (await fetch(url + target)).text()
  const { paths } = JSON.parse(await read('/v2/openapi.json')) as Document
  const sitemap = await read('/sitemap.xml')
  const pages = [...sitemap.matchAll(/<loc>[^<]*?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path = '/']) => path)
  const things = pages.filter((page) => /^\/[a-z-]+\/id\./.test(page))
  // An event stream never ends.
  const endpoints = Object.entries(paths).filter(([path]) => path !== '/v2/events')
  const stream = new Stream(`every kind/${key}`)
  const kinds: Shares<() => string> = [
    [0.69, () => endpointTarget(...stream.pick(endpoints), stream)],
    [0.3, () => `${stream.pick(pages)}${stream.next() < 0.2 ? `?locale=${stream.pick(locales)}` : ''}`],
    [0.01, () => `/cards${stream.pick(things)}.png`],
  ]
  return Array.from({ length: count }, () => pickByShare(kinds, stream)())
}

function endpointTarget(path: string, { get }: Document['paths'][string], stream: Stream): string {
  const query = new URLSearchParams()
  let target = path
  for (const { name = '', in: place, required = false, example } of get.parameters) {
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(String(example ?? 'none')))
    if (place !== 'query') continue
    const [, share, values] = options.find(([option]) => option === name) ?? []
    if (required) query.set(name, String(example))
    else if (values && stream.next() < (share ?? 0)) query.set(name, stream.pick(values))
  }
  return query.size > 0 ? `${target}?${query.toString()}` : target
}
