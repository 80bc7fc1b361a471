import { z } from 'zod'
import {
  changeSummary,
  changeText,
  resolveText,
  fieldChange,
  listedChange,
  summaryOf,
  prepareDifference,
  textsOfEitherPatch,
} from '../../answer/changes.ts'
import { foundList } from '../../answer/found-rows.ts'
import type { Api } from '../../model/api.ts'
import { conditionTest } from '../../model/conditions.ts'
import * as column from '../../model/columns.ts'
import type { Endpoint } from '../../model/endpoint.ts'
import { page } from '../../model/envelopes.ts'
import { betweenPatches } from '../../model/patch-modes.ts'
import { isImported } from '../../model/resource.ts'
import { paginationSchema } from '../../model/schemas.ts'
import { changeKinds, type CatalogStore, type Change } from '../../model/store.ts'
import { oneOf, text, type Codec } from '../../model/values/codecs.ts'
import { fallbackLocale, localeParam, type Locale, type Texts } from '../../model/values/locales.ts'
import type { Params, Values } from '../../model/values/params.ts'
import { tagOf } from '../../model/values/raw-key.ts'

/** The endpoint of the differences between two patches. `api` returns the whole API, which is not yet defined when this is called. */
export function patchDiff(api: () => Api): Endpoint {
  return foundList({
    id: 'patches.diff',
    path: '/v2/patches/diff',
    summary: 'What differs between any two patches, row by row and field by field.',
    mode: betweenPatches,
    rowColumns: changeColumns,
    envelope: page(),
    rows: false,
    params: paramsOf(api),
    schema: z.strictObject({
      pagination: paginationSchema.describe('Which page this is.'),
      summary: changeSummary.describe('How many rows of each resource differ, on all pages.'),
      body: z.array(listedChange).describe('Rows that differ, by resource, then id.'),
    }),
    prepare: ({ values }, store) =>
      prepareDifference(store, Number(values.from), Number(values.to), values.locale as Locale),
    find({ values }, store) {
      const [from, to] = [Number(values.from), Number(values.to)]
      const texts = textsOfEitherPatch(store, from, to, values.locale as Locale)
      const found = selectChanges(store.difference(from, to), values, { store, texts, api: api() })
      return {
        total: found.length,
        texts: (offset, limit) => found.slice(offset, offset + limit).map((change) => changeText(change, texts)),
        extraFields: { summary: summaryOf(found) },
      }
    },
  })
}

/** Columns of the rows, for `sort`, `fields` and `format`. */
const changeColumns = {
  resource: column.key(),
  id: column.key(),
  name: column.key(),
  change: column.key(),
  fields: column.list(fieldChange),
}

const paramsOf = (api: () => Api): Params => ({
  resource: { codec: resourceName(api), summary: "Rows of one resource, by the name of the resource's bundle file." },
  change: { codec: oneOf(changeKinds), summary: 'What happened to the row.' },
  id: { codec: text(), summary: 'One row: an id or a raw upstream key.' },
  name: { codec: text(), summary: 'Substring of the name in `locale`, whatever the case; every character is literal.' },
  class: { codec: text(), summary: 'Rows that a class may use, before or after: a tag, an id or a raw key.' },
  locale: localeParam(fallbackLocale),
})

/** A codec of names of resources, which are known only once the whole API is defined. */
function resourceName(api: () => Api): Codec {
  const codec = () => oneOf([...api().resources.values()].filter(isImported).map(({ name }) => name))
  return {
    get schema() {
      return codec().schema
    },
    read: (given) => codec().read(given),
    write: String,
  }
}

interface DifferenceContext {
  readonly api: Api
  readonly store: CatalogStore
  readonly texts: Texts | undefined
}

function selectChanges(changes: readonly Change[], values: Values, known: DifferenceContext): readonly Change[] {
  const tests: ((change: Change) => boolean)[] = []
  const { resource, change: kind, id, name, class: forClass } = values
  if (resource !== undefined) tests.push((change) => change.resource === resource)
  if (kind !== undefined) tests.push(({ change }) => change === kind)
  if (id !== undefined) {
    const ids = idsOf(String(id), values, known)
    tests.push((change) => ids.has(change.id))
  }
  if (forClass !== undefined) {
    const tags = tagsOf(String(forClass), values, known)
    tests.push(({ classes: among }) => among.some((tag) => tags.has(tag)))
  }
  if (name !== undefined) {
    const contains = conditionTest({ column: 'name', operator: 'containing', value: name })
    tests.push((change) => contains(resolveText(change.name, known.texts)))
  }
  return tests.length === 0 ? changes : changes.filter((change) => tests.every((test) => test(change)))
}

/** Tags of the class with this tag, id or raw upstream key at either patch. */
function tagsOf(given: string, { from, to }: Values, known: DifferenceContext): ReadonlySet<string> {
  const [, ...ids] = idsOf(given, { from, to }, known)
  return new Set((ids.length > 0 ? ids : [given]).map(tagOf))
}

/** The given id, and the ids of rows that have it as their raw upstream key at either patch. */
function idsOf(given: string, { from, to, resource }: Values, { api, store }: DifferenceContext): ReadonlySet<string> {
  if (given.startsWith('id.')) return new Set([given])
  const among = [...api.resources.values()].filter((one) => isImported(one) && (resource ?? one.name) === one.name)
  const rows = among
    .filter(({ key }) => key.length === 1)
    .flatMap((one) => [store.row(one, Number(from), given) ?? [], store.row(one, Number(to), given) ?? []].flat())
  return new Set([given, ...rows.map(({ text: stored }) => String((JSON.parse(stored) as { id?: unknown }).id))])
}
