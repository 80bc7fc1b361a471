// For suites: the most expensive requests to every route of the site.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '../../../data/api/table.ts'
import type { Endpoint } from '../../../data/api/model/endpoint.ts'
import type { Resource } from '../../../data/api/model/resource.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { listsOf, pagePath } from '../../../site/src/request/explorer.ts'
import { everyKind, pathOf } from '../../../site/test/kinds-of-pages.ts'

const pages = join(import.meta.dirname, '../../../site/src/pages')

/** Number of rows of each list that are requested in addition to the one with the longest text. */
const rowsPerList = 3

interface Route {
  /** The path of its file without extension: `items/[id]/live`. */
  readonly name: string
  readonly matches: RegExp
}

/** Kinds of path segments in order of precedence: plain, with a parameter, only a parameter, the rest of a path. */
const segmentKinds = [/^[^[]+$/, /^\[\w+\]./, /^\[\w+\]$/, /^\[\.{3}/]
const rank = (name: string) =>
  name
    .split('/')
    .map((segment) => segmentKinds.findIndex((kind) => kind.test(segment)))
    .join('')

/** Every route of the site, in order of precedence. */
export const routes: readonly Route[] = readdirSync(pages, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(pages.length + 1))
  .map((file) => file.replace(/\.(astro|ts|md)$/, '').replace(/(^|\/)index$/, ''))
  .sort((one, other) => rank(one).localeCompare(rank(other)))
  .map((name) => ({
    name,
    matches: new RegExp(`^/${name.replace(/[.]/g, '\\.').replace(/\[(\\\.)*\w+\]/g, patternOf)}$`),
  }))

function patternOf(param: string): string {
  return param.startsWith('[\\.') ? '.*' : '[^/]+'
}

/** Routes without an address, with which the site answers instead of another route. */
export const fallbackRoutes: readonly string[] = ['404', '500']

/** The route that answers a target; undefined if there is none. */
export const routeOf = (target: string): string | undefined =>
  routes.find(({ matches }) => matches.test(target.split('?')[0] ?? ''))?.name

/** Routes without a parameter. */
const fixed = routes
  .filter(({ name }) => !name.includes('[') && !fallbackRoutes.includes(name))
  .map(({ name }) => `/${name}`)

/** Targets of every route; ids of live data are looked up at the origin of a running service. */
export async function costlyPages(catalog: Catalog, origin: string): Promise<readonly string[]> {
  const kinds = await Promise.all(everyKind.map((kind) => pathOf(kind, origin)))
  const lists = listsOf(api)
  const things = lists.flatMap((list) =>
    (list.resource ? someIds(list.resource, catalog) : []).map((id) => `${pagePath(list)}/${id}`),
  )
  const pages = [...new Set([...kinds, ...fixed, ...lists.flatMap(costlyLists), ...severalThings(catalog)])]
  return [
    ...pages.flatMap((target) => (/\.\w+$/.test(target) ? target : [target, inJapanese(target)])),
    ...things.flatMap((thing) => [thing, inJapanese(`${thing}?patch=1`), ...partsOf(thing)]),
    ...referencePages,
  ]
}

const inJapanese = (target: string) => `${target}${target.includes('?') ? '&' : '?'}locale=ja`

/** Pages of a list, with as many rows and columns as it may have. */
function costlyLists(list: Endpoint): string[] {
  const path = pagePath(list)
  const limit = list.envelope?.limits.max ?? 1
  const columns = Object.keys(list.rowColumns ?? list.resource?.columns ?? {}).join()
  return [path, `${path}?limit=${limit}`, `${path}?limit=${limit}&columns=${columns}&patch=1`, `/cards${path}.png`]
}

/** Ids spread evenly over a list, and the id of a row with the longest text. */
function someIds(resource: Resource, catalog: Catalog): string[] {
  const scope = catalog.patches.current()?.id ?? 0
  const ids = catalog.ids(resource, scope)
  const step = Math.max(1, Math.floor(ids.length / rowsPerList))
  const lengthOf = (id: string) => {
    const { text = '', detail } = catalog.row(resource, scope, id) ?? {}
    return text.length + (detail?.length ?? 0)
  }
  const some = ids.filter((_id, at) => at % step === 0).slice(0, rowsPerList)
  const [longest = ''] = ids
    .filter((_id, at) => at % Math.ceil(ids.length / 2000) === 0)
    .sort((a, b) => lengthOf(b) - lengthOf(a))
  return [...new Set([...some, longest])]
}

/** Targets of the routes below the page of a thing. */
const partsOf = (thing: string): string[] => [
  `/cards${thing}.png`,
  ...routes.flatMap(({ name }) => {
    const [list, part] = /^(\w[\w-]*)\/\[id\]\/([^[]+)$/.exec(name)?.slice(1) ?? []
    return list !== undefined && thing.startsWith(`/${list}/`) ? [`${thing}/${part}`] : []
  }),
]

const referencePages: readonly string[] = [
  ...api.endpoints.flatMap(({ id }) => [`/docs/endpoints/${id}`, `/docs/endpoints/${id}.md`, `/docs/send/${id}`]),
  '/docs/guides/mirror.md',
]

const typed = ['a', 'of the', 'embre lantren', 'x'.repeat(200)].map(encodeURIComponent)

/** Pages of patches, and pages whose addresses name several things or search for them. */
function severalThings(catalog: Catalog): string[] {
  const idsOf = (name: string) => {
    const resource = api.resources.get(name)
    return resource ? someIds(resource, catalog) : []
  }
  const patches = catalog.patches.all.map(({ id }) => id)
  const of = Object.fromEntries(
    ['items', 'monsters', 'quests', 'maps', 'loot_tables'].map((name) => [name, idsOf(name)]),
  )
  return [
    ...patches.flatMap((id) => [
      ...[`/patches/${id}`, `/patches/${id}?resource=items`, `/patches/${id}?q=a`, `/cards/patches/${id}.png`],
      ...idsOf('classes').flatMap((one) => [
        `/classes/${one}/patches/${id}`,
        `/cards/classes/${one}/patches/${id}.png`,
        `/classes/${one}/changes.atom`,
      ]),
    ]),
    `/compare?ids=${of.items?.join() ?? ''}`,
    `/favourites.atom?ids=${Object.values(of).flat().join()}`,
    ...Object.values(of).map(([id = '']) => `/drops?id=${id}&luck=500&kills=1000`),
    ...typed.flatMap((q) => [`/search?q=${q}`, `/drops?q=${q}`, `/market?named=${q}`, `/merchants/stock?named=${q}`]),
    ...['/market', '/trades'].flatMap((path) => [`${path}?limit=250`, `${path}?limit=250&sort=-id`]),
    '/deals?listings=1&order=gold',
    '/population?days=28',
  ]
}
