import type { Api } from '../../../data/api/api.ts'
import { fallbackLocale } from '../../../data/api/locales.ts'
import type { Endpoint } from '../../../data/api/endpoint.ts'
import { pinOf, type ShownPatch } from './at-patch.ts'

/** What pages ask rows with: the patch, its language, and the rows of resources that have no list inlined. */
export function rowQuery(
  api: Api,
  { resource, ...list }: Endpoint,
  patch: ShownPatch | undefined,
): Record<string, string> {
  const hidden = Object.entries(resource?.columns ?? {}).filter(([, { references = [] }]) =>
    references.some(
      ({ by, to, path }) => by === 'id' && !path.includes('].') && to.every((name) => !api.resources.get(name)?.path),
    ),
  )
  const embed = list.params.embed ? hidden.map(([name]) => name).join(',') : ''
  return { ...pinOf({ ...list, resource }, patch), ...(embed && { embed }), locale: patch?.locale ?? fallbackLocale }
}
