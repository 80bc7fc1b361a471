import type { Translate } from '../messages/translate.ts'
import type { Api } from '../../../data/api/model/api.ts'
import type { Endpoint } from '../../../data/api/model/endpoint.ts'

/** The lists that the explorer shows: `/v2/loot-tables` is at `/loot-tables`. */
export const listsOf = (api: Api): readonly Endpoint[] =>
  api.endpoints.filter(
    ({ envelope, resource, path }) => envelope && resource?.path === path && resource.name !== 'patches',
  )

/** True if there is an endpoint for a single row of the list. */
export const hasRowEndpoint = ({ endpoints }: Api, { path }: Endpoint): boolean =>
  endpoints.some((one) => one.path === `${path}/{id}`)

/** The path of a list's page: `/loot-tables`. */
export const pagePath = ({ path }: Endpoint): string => path.replace(/^\/v2/, '')

/** The list whose page has this path, given without its leading slash; undefined if there is none. */
export const listAt = (api: Api, path: string): Endpoint | undefined =>
  listsOf(api).find((list) => pagePath(list) === `/${path}`)

/** The title of a list's page; English if the language has no word for the resource. */
export const titleOf = ({ resource }: Endpoint, t: Translate): string =>
  t.find(`resource.${resource?.name ?? ''}`) ?? resource?.summary ?? ''

/** A sentence about a list's resource. */
export const aboutOf = ({ resource }: Endpoint, t: Translate): string | undefined =>
  t.find(`about.${resource?.name ?? ''}`) ?? resource?.description
