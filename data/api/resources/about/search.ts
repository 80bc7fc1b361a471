import { z } from 'zod'
import { foundList } from '../../answer/found-rows.ts'
import * as column from '../../model/columns.ts'
import type { Columns } from '../../model/columns.ts'
import type { CatalogEndpoint } from '../../model/endpoint.ts'
import { page } from '../../model/envelopes.ts'
import { byPatch } from '../../model/patch-modes.ts'
import type { Patch } from '../../model/patches.ts'
import { isNamed, type Resource } from '../../model/resource.ts'
import { listSchema } from '../../model/schemas.ts'
import type { SearchHit } from '../../model/search.ts'
import { scopeOf, type CatalogStore } from '../../model/store.ts'
import { listOf, text, type Codec } from '../../model/values/codecs.ts'
import { fallbackLocale, localeParam, type Locale } from '../../model/values/locales.ts'

const found = z
  .strictObject({
    kind: z.string().describe('The resource that it is a row of.'),
    id: z.string().describe('Its id.'),
    name: z.string().describe('Its name at that patch, in the requested language.'),
    rarity: z.string().optional().describe('Rarity.'),
    icon_url: z.string().optional().describe('Address of the icon.'),
    matched: z
      .enum(['name', 'former_name', 'text'])
      .describe('Where the words were found: in its name, in a name of earlier patches, or in its other texts.'),
    former_name: z.string().optional().describe('The earlier name, where that was found.'),
    url: z.string().describe('URL reference of the row, at the same patch.'),
  })
  .meta({ id: 'SearchResult' })

/** A text that does not consist of white space alone. */
const words: Codec = {
  ...text(),
  schema: {
    ...text().schema,
    pattern: String.raw`^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$`,
  },
  read: (given) => text().read(given.trim() === '' ? '' : given),
}

const envelope = page({ default: 25, max: 100 })

/** The endpoint that searches the named rows of these resources; rows of earlier resources come first among equally good results. */
export function search(resources: readonly Resource[]): CatalogEndpoint {
  const named = new Map(resources.filter(isNamed).map((resource) => [resource.name, resource]))
  return foundList({
    id: 'search',
    path: '/v2/search',
    summary: 'Everything that has a name, by what people type: in any language, with typos, by former names too.',
    mode: byPatch,
    rowColumns: columnsOf(resources),
    envelope,
    rows: false,
    params: {
      q: {
        codec: words,
        required: true,
        summary: 'Words or beginnings of words, in any order and language; a rarity may be among them.',
      },
      kind: { codec: listOf([...named.keys()]), summary: 'Names of resources, with commas between; all by default.' },
      locale: localeParam(fallbackLocale),
    },
    schema: listSchema(envelope, found),
    async prepare({ patch }, store) {
      await store.prepareSearch?.(scopeOf(patch))
    },
    find({ values, patch }, store) {
      const kinds = values.kind === undefined ? undefined : String(values.kind).split(',')
      const query = { text: String(values.q), kinds }
      const view = { store, patch, locale: values.locale as Locale }
      const hits = (offset: number, limit: number) => store.search(scopeOf(patch), { ...query, offset, limit })
      const requested = envelope.window(values)
      const page = hits(requested.offset, requested.limit)
      const isPage = (offset: number, limit: number) => offset === requested.offset && limit === requested.limit
      // Other windows are read one after the other, and a search for one of them takes as long as for all results.
      let all: readonly SearchHit[] | undefined
      return {
        total: page.total,
        texts(offset, limit) {
          const some = isPage(offset, limit)
            ? page.hits
            : (all ??= hits(0, page.total).hits).slice(offset, offset + limit)
          return some.flatMap((hit) => rowOf(hit, named.get(hit.kind), view) ?? [])
        },
      }
    },
  })
}

/** Columns of the results, for `sort`, `fields` and `format`. */
function columnsOf(resources: readonly Resource[]): Columns {
  const rarity = resources.map(({ columns }) => columns.rarity).find((one) => one?.isOrdered) ?? column.key()
  const key = column.key()
  return { kind: key, id: key, name: key, rarity, icon_url: key, matched: key, former_name: key, url: key }
}

interface View {
  readonly store: CatalogStore
  readonly patch: Patch | undefined
  readonly locale: Locale
}

/** JSON text of a result; undefined if its row does not exist. */
function rowOf({ kind, id, fit, formerName }: SearchHit, resource: Resource | undefined, view: View) {
  const { store, patch, locale } = view
  const [summary] = resource ? store.related.summaries(resource, scopeOf(patch), { ids: [id] }) : []
  if (!resource || !summary) return undefined
  const { name, rarity, icon } = summary
  const row: z.infer<typeof found> = {
    kind,
    id,
    name: name === null ? id : (store.texts(scopeOf(patch), locale)?.get(name) ?? name),
    ...(rarity !== null && { rarity }),
    ...(icon !== null && { icon_url: icon }),
    matched: formerName !== undefined ? 'former_name' : fit === 'text' ? 'text' : 'name',
    ...(formerName !== undefined && { former_name: formerName }),
    url: urlOf(resource, id, view),
  }
  return JSON.stringify(row)
}

/** The URL of a row, which always names the patch, so that a page of results stays the same after later imports. */
function urlOf({ path = '', mode }: Resource, id: string, { patch }: View): string {
  const query = patch ? `?${new URLSearchParams(mode.pin(patch)).toString()}` : ''
  return `${path}/${encodeURIComponent(id)}${query}`
}
