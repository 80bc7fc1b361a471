// One hour of a game community's traffic, deterministic: visitors, crawlers, searches, and pages that poll.
import { assetUrl } from '../../../data/api/model/values/asset-names.ts'
import { locales } from '../../../data/api/model/values/locales.ts'
import { Stream } from '../../../data/sample/random.ts'
import { hour, polls, type PolledRequest, type Watchable } from './cdn-pollers.ts'
import { pickByShare, Zipf, type Shares } from '../measure/draws.ts'

/** Parts of the catalog that visitors can request. */
export interface Askable extends Watchable {
  /** Ids of all patches, the current one last. */
  readonly patches: readonly number[]
  /** Paths of single rows other than items. */
  readonly rows: readonly string[]
  /** Paths of lists, with the number of pages of a walk at the largest size. */
  readonly lists: readonly (readonly [path: string, pages: number])[]
  readonly pictures: readonly string[]
  readonly icons: readonly string[]
  /** Distinct targets with filters. */
  readonly queries: readonly string[]
}

const filteredShare = 0.12
const languageShare = 0.015
/** Share of requests for an older patch, among those that could name one. */
const oldShare = 0.12
/** Share of filtered requests that name the patch: shared links and second pages. */
const pinnedShare = 0.3
const crawlerShare = 0.15

type Draw = (stream: Stream) => string

/** Returns `count` requests of an hour in chronological order. Scale 1 has 5,000 pollers. */
export function traceOf(askable: Askable, count: number, scale = 1): PolledRequest[] {
  const stream = new Stream('cdn/trace')
  const live = polls(askable, scale)
  const filtered = Math.round(count * filteredShare)
  const language = Math.round(count * languageShare)
  const walks = crawls(askable, Math.round((count - live.length - filtered - language) * crawlerShare), stream)
  const visits = count - live.length - filtered - language - walks.length
  const some = (kind: PolledRequest['kind'], times: number, draw: Draw): PolledRequest[] =>
    Array.from({ length: Math.max(0, times) }, () => ({ at: stream.next() * hour, kind, target: draw(stream) }))
  const requests = [
    ...live,
    ...walks,
    ...some('filtered', filtered, searchOf(askable)),
    ...some('language', language, languageOf(askable)),
    ...some('catalog', visits, visitOf(askable)),
  ]
  return requests.sort((a, b) => a.at - b.at)
}

/** Returns requests of crawlers, which read all pages of a list of a patch, one every two seconds. */
function crawls({ lists, patches }: Askable, count: number, stream: Stream): PolledRequest[] {
  const requests: PolledRequest[] = []
  while (requests.length < count) {
    const [path, pages] = stream.pick(lists)
    const patch = stream.pick(patches)
    const began = stream.next() * hour
    for (let page = 1; page <= pages && requests.length < count; page += 1) {
      const at = (began + page * 2000) % hour
      requests.push({
        at,
        kind: 'catalog',
        target: `${path}?limit=250${page > 1 ? `&page=${page}` : ''}&patch=${patch}`,
      })
    }
  }
  return requests
}

function searchOf({ queries, patches }: Askable): Draw {
  const popular = new Zipf(queries.length)
  return (stream) => {
    const target = queries[popular.draw(stream)] ?? ''
    return stream.chance(pinnedShare) ? `${target}&patch=${patches.at(-1)}` : target
  }
}

/** Draws requests that are not rendered: for histories and for languages other than the default. */
function languageOf({ items }: Askable): Draw {
  const popular = new Zipf(items.length)
  return (stream) => {
    const item = `/v2/items/${items[popular.draw(stream)]}`
    return stream.chance(0.4) ? `${item}/history` : `${item}?locale=${stream.pick(locales)}`
  }
}

function visitOf({ items, rows, lists, icons, pictures, patches }: Askable): Draw {
  const [popularItems, popularRows] = [new Zipf(items.length), new Zipf(rows.length)]
  const [popularIcons, popularPictures] = [new Zipf(icons.length), new Zipf(pictures.length)]
  const older = (stream: Stream, target: string) =>
    stream.chance(oldShare) ? `${target}?patch=${stream.pick(patches.slice(0, -1))}` : target
  const draws: Shares<Draw> = [
    [0.45, (stream) => older(stream, `/v2/items/${items[popularItems.draw(stream)]}`)],
    [0.1, (stream) => rows[popularRows.draw(stream)] ?? ''],
    [0.14, (stream) => icons[popularIcons.draw(stream)] ?? ''],
    [0.14, (stream) => `${assetUrl(pictures[popularPictures.draw(stream)] ?? '')}?size=64&format=webp`],
    [0.1, (stream) => older(stream, stream.pick(lists)[0])],
    [0.04, (stream) => stream.pick(['/v2/facets', '/v2/patches', '/v2/patches/current', '/v2/facets?locale=en'])],
    [0.025, (stream) => `/v2/patches/${stream.pick(patches.slice(1))}/changelog`],
    [0.005, (stream) => `/v2/items?utm_source=${stream.int(1, 1000)}`],
  ]
  return (stream) => pickByShare(draws, stream)(stream)
}
