import type { CanonicalRequest } from '../model/endpoint.ts'
import type { Resource } from '../model/resource.ts'
import { Problem } from '../model/values/errors.ts'

/** Tells callers where to find ids of a resource. */
export const idHint = ({ path }: Pick<Resource, 'path'>): string =>
  `${path ? `${path} lists the ids; ` : ''}/v2/search finds what has a name.`

/** The 404 for a path whose `{id}` is neither the id nor the raw upstream key of a row. */
export function unknownRow({ endpoint, path, patch }: CanonicalRequest): Problem {
  const { resource } = endpoint
  const where = patch ? ` in patch ${patch.version} (${patch.branch})` : ''
  const id = JSON.stringify((path.id ?? '').slice(0, 100))
  return new Problem('not_found', `No row of ${resource?.name} has the id ${id}${where}. ${idHint({ ...resource })}`)
}
