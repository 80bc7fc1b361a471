import { z } from 'zod'
import { catalogEndpoint, type Endpoint, type CanonicalRequest } from '../model/endpoint.ts'
import { inBody } from '../model/envelopes.ts'
import { Problem } from '../model/values/errors.ts'
import { idHint } from './unknown-row.ts'
import { byBranch } from '../model/patch-modes.ts'
import type { Patch } from '../model/patches.ts'
import type { Resource } from '../model/resource.ts'
import { jsonValue } from '../model/schemas.ts'
import { fallbackLocale, localeParam, type Locale, type Texts } from '../model/values/locales.ts'
import { changeKinds, rowId, type CatalogStore, type Change } from '../model/store.ts'

const part = z
  .strictObject({
    resource: z.string().describe("Name of the resource's bundle file."),
    id: z.string().describe('Id of the part; of an ability of a monster the ids of monster and ability.'),
    name: z.string().nullable().describe('Its name; null where it has none.'),
  })
  .meta({ id: 'ChangedPart' })

export const fieldChange = z
  .strictObject({
    path: z.string().describe('Where in the row, or in the part.'),
    before: jsonValue.describe('The value before; null where there was none.'),
    after: jsonValue.describe('The value after; null where there is none.'),
    part: part.optional().describe('The part of the row that changed; absent where the row itself did.'),
  })
  .meta({ id: 'FieldChange' })
const changeKind = z.enum(changeKinds)

const entry = z.strictObject({
  patch_id: z.int().describe('Id of the patch.'),
  version: z.string().describe('Version of the patch.'),
  change: changeKind.describe('What happened to the row.'),
  fields: z.array(fieldChange).describe('What changed inside; empty for what was added or removed.'),
})

const history = z
  .strictObject({
    id: z.string().describe('Canonical id of the row.'),
    history: z.array(entry).describe('The patches that changed it, oldest first.'),
  })
  .meta({ id: 'RowHistory' })

/** Makes the endpoint `<path>/{id}/history`: the patches that added, changed or removed a row, oldest first. */
export function historyEndpoint(resource: Resource, path: string): Endpoint {
  return catalogEndpoint({
    id: `${resource.name}.history`,
    path: `${path}/{id}/history`,
    summary: `${resource.summary}: the patches that added, changed or removed a row.`,
    resource,
    mode: byBranch,
    rows: false,
    params: { locale: localeParam(fallbackLocale) },
    schema: z.strictObject({ body: history.describe('The changes of the row.') }),
    answer(request, store) {
      const newestFirst = [...store.patches.chain(store.patches.currentOf(String(request.values.branch)))]
      const id = idInChain(resource, request, store, newestFirst)
      const [head] = newestFirst
      const locale = request.values.locale as Locale
      const changes = new Map(store.changesOf(resource, id).map((change) => [change.patch_id, change]))
      const history = newestFirst.reverse().flatMap((patch, nth) => {
        const change = nth === 0 ? additionInFirstPatch(resource, id, store, patch) : changes.get(patch.id)
        if (!change) return []
        const texts = head && textsOfEitherPatch(store, patch.parent_patch_id ?? patch.id, head.id, locale)
        return [entryText(patch, change, texts)]
      })
      return { body: inBody(`{"id":${JSON.stringify(id)},"history":[${history.join(',')}]}`) }
    },
  })
}

/** The id of the row that the path names in the newest patch of the chain that has such a row. Throws `not_found`. */
function idInChain(
  resource: Resource,
  { path }: CanonicalRequest,
  store: CatalogStore,
  chain: readonly Patch[],
): string {
  const { id: given = '' } = path
  for (const patch of chain) {
    const row = store.row(resource, patch.id, given)
    if (row) return rowId(row)
  }
  const branch = chain[0]?.branch
  throw new Problem(
    'not_found',
    `No row of ${resource.name} ever had the id ${JSON.stringify(given.slice(0, 100))} on ${branch}. ${idHint(resource)}`,
  )
}

/** Counts the rows of the oldest patch as added by it. */
function additionInFirstPatch(resource: Resource, id: string, store: CatalogStore, patch: Patch) {
  return store.row(resource, patch.id, id) && { change: 'added' as const, fields: '[]', parts: [] }
}

type ChangedFields = Pick<Change, 'change' | 'fields' | 'parts'>

const entryText = ({ id, version }: Patch, change: ChangedFields, texts: Texts | undefined) =>
  `{"patch_id":${id},"version":${JSON.stringify(version)},"change":"${change.change}","fields":${fieldsText(change, texts)}}`

/** A change of one row, as changelogs and differences list it. */
export const listedChange = z
  .strictObject({
    resource: z.string().describe("Name of the resource's bundle file."),
    id: z.string().describe('Canonical id of the row.'),
    name: z.string().nullable().describe('Its name; null where rows have none.'),
    change: changeKind.describe('What happened to the row; `changed` where only its parts did.'),
    fields: z.array(fieldChange).describe('What changed inside; empty for what was added or removed.'),
  })
  .meta({ id: 'RowChange' })

const counts = z.strictObject({
  added: z.int().describe('Rows that were added.'),
  removed: z.int().describe('Rows that were removed.'),
  changed: z.int().describe('Rows that were changed.'),
})
export const changeSummary = z.record(z.string(), counts)

/** Counts the rows of each resource that were added, removed and changed. */
export function summaryOf(changes: readonly Change[]): z.infer<typeof changeSummary> {
  const summary: z.infer<typeof changeSummary> = {}
  for (const { resource, change } of changes) (summary[resource] ??= { added: 0, removed: 0, changed: 0 })[change] += 1
  return summary
}

/** The JSON text of a `listedChange`, with names in the language of the texts. */
export function changeText(changed: Change, texts: Texts | undefined): string {
  const { resource, id, name, change } = changed
  const row = JSON.stringify({ resource, id, name: resolveText(name, texts), change })
  return `${row.slice(0, -1)},"fields":${fieldsText(changed, texts)}}`
}

/** Loads the differences between two patches and the texts of both, in steps. */
export async function prepareDifference(store: CatalogStore, from: number, to: number, locale: Locale): Promise<void> {
  for (const patch of [to, from]) await store.prepareTexts?.(patch, locale)
  await store.prepareDifference(from, to)
}

/** Texts of the newer of two patches, or of the older one for keys that the newer one no longer has. */
export function textsOfEitherPatch(store: CatalogStore, from: number, to: number, locale: Locale): Texts {
  const newer = store.texts(to, locale)
  return { get: (key) => newer?.get(key) ?? store.texts(from, locale)?.get(key) }
}

/** Resolves a localization key; plain texts and unknown keys are returned unchanged. */
export const resolveText = (name: string | null, texts: Texts | undefined): string | null =>
  name === null ? null : (texts?.get(name) ?? name)

/** JSON text of the row's own changed fields, followed by those of its parts. Stored texts are joined without parsing them. */
function fieldsText({ fields, parts }: ChangedFields, texts: Texts | undefined): string {
  if (parts.length === 0) return fields
  const ofParts = parts.flatMap(({ resource, id, name, fields: ofPart }) => {
    const about = JSON.stringify({ resource, id, name: resolveText(name, texts) })
    return ofPart.map((field) => `${field.slice(0, -1)},"part":${about}}`)
  })
  const own = fields.slice(1, -1)
  return `[${[...(own === '' ? [] : [own]), ...ofParts].join(',')}]`
}
