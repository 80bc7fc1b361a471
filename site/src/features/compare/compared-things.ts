import type { Endpoint } from '../../../../data/api/model/endpoint.ts'
import { localizedPatch, patchOf, tryFind, type LocalizedPatch } from '../../request/at-patch.ts'
import { hasRowEndpoint, listsOf } from '../../request/explorer.ts'
import { findRow } from '../../request/thing/row-detail.ts'
import type { Row } from '../../format/api-response.ts'

export const maxCompared = 4

/** A thing in the URL of a comparison: `<id>` or `<id>@<patch>`. */
export interface ComparedName {
  readonly id: string
  /** Id or version of a patch; by default that of the page. */
  readonly patch?: string
}

export interface ComparedThing {
  readonly name: ComparedName
  readonly list: Endpoint
  readonly row: Row
  readonly patch: LocalizedPatch | undefined
}

/** Serializes things for the parameter `ids` of a comparison. */
export const formatCompared = (names: readonly ComparedName[]): string =>
  names.map(({ id, patch }) => (patch === undefined ? id : `${id}@${patch}`)).join(',')

/** Parses the parameter `ids`, which may be repeated. Returns the first `maxCompared` things without duplicates. */
export function parseCompared(given: URLSearchParams): ComparedName[] {
  const texts = [...new Set(given.getAll('ids').flatMap((ids) => ids.split(',')))].filter((text) => text !== '')
  return texts.slice(0, maxCompared).map((text) => {
    const [id = '', patch] = text.split('@')
    return patch ? { id, patch } : { id }
  })
}

/** Loads the rows of the things. Things that their patch does not have are left out. */
export async function loadCompared(
  names: readonly ComparedName[],
  url: URL,
  locals: App.Locals,
): Promise<ComparedThing[]> {
  const found = await Promise.all(names.map((name) => loadOne(name, url, locals)))
  return found.flatMap((one) => one ?? [])
}

async function loadOne(name: ComparedName, url: URL, locals: App.Locals): Promise<ComparedThing | undefined> {
  const kind = /^id\.([a-z_]+)\../.exec(name.id)?.[1]
  const list = listsOf(locals.api).find(({ resource }) => resource?.columns.id?.kind === kind)
  const at = name.patch
  const named = at === undefined ? { found: patchOf(url, locals.patches) } : tryFind(() => locals.patches.resolve(at))
  if (kind === undefined || !list || !hasRowEndpoint(locals.api, list) || !('found' in named)) return undefined
  const patch = named.found && localizedPatch(named.found, locals.locale)
  const row = (await findRow(list, name.id, patch, locals))?.row
  return row && { name, list, row, patch }
}
