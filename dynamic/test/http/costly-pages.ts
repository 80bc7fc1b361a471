// For suites: every route of the site, with what it is asked for that costs the most.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '../../../data/api/table.ts'
import type { Endpoint } from '../../../data/api/model/endpoint.ts'
import type { Resource } from '../../../data/api/model/resource.ts'
import type { Catalog } from '../../../data/store/catalog/catalog.ts'
import { listsOf, pagePath } from '../../../site/src/request/explorer.ts'
import { everyKind, pathOf } from '../../../site/test/kinds-of-pages.ts'

const pages = join(import.meta.dirname, '../../../site/src/pages')

/** Of each list so many rows are asked for, taken from all over it, beside the one with the longest text. */
const rowsOfList = 3

interface Route {
  /** As its file is called: `items/[id]/live`. */
  readonly name: string
  readonly matches: RegExp
}

/** Plain segments before those that have or are a parameter, and these before the rest of a path. */
const kindsOfSegments = [/^[^[]+$/, /^\[\w+\]./, /^\[\w+\]$/, /^\[\.{3}/]
const rank = (name: string) =>
  name
    .split('/')
    .map((segment) => kindsOfSegments.findIndex((kind) => kind.test(segment)))
    .join('')

/** Every route of the site, those first that are asked before others that match too. */
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

/** Routes that no address leads to: the site answers with them instead of another. */
export const answeredInstead: readonly string[] = ['404', '500']

/** The route that answers a target. */
export const routeOf = (target: string): string | undefined =>
  routes.find(({ matches }) => matches.test(target.split('?')[0] ?? ''))?.name

/** Routes without a parameter. */
const fixed = routes
  .filter(({ name }) => !name.includes('[') && !answeredInstead.includes(name))
  .map(({ name }) => `/${name}`)

/** Targets of every route that shows anything; live data is looked up at the origin of a service. */
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

/** A page of a list with all rows and columns that it may have. */
function costlyLists(list: Endpoint): string[] {
  const path = pagePath(list)
  const limit = list.envelope?.limits.max ?? 1
  const columns = Object.keys(list.rowColumns ?? list.resource?.columns ?? {}).join()
  return [path, `${path}?limit=${limit}`, `${path}?limit=${limit}&columns=${columns}&patch=1`, `/cards${path}.png`]
}

/** From all over a list, and the one with the longest text. */
function someIds(resource: Resource, catalog: Catalog): string[] {
  const scope = catalog.patches.current()?.id ?? 0
  const ids = catalog.ids(resource, scope)
  const step = Math.max(1, Math.floor(ids.length / rowsOfList))
  const lengthOf = (id: string) => {
    const { text = '', detail } = catalog.row(resource, scope, id) ?? {}
    return text.length + (detail?.length ?? 0)
  }
  const some = ids.filter((_id, at) => at % step === 0).slice(0, rowsOfList)
  const [longest = ''] = ids
    .filter((_id, at) => at % Math.ceil(ids.length / 2000) === 0)
    .sort((a, b) => lengthOf(b) - lengthOf(a))
  return [...new Set([...some, longest])]
}

/** What routes have below the page of a thing. */
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

/** Pages of patches, and of what an address names several of or looks for. */
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
