import type { Translate } from '../messages/translate.ts'
import type { Api } from '../../../data/api/model/api.ts'
import type { Endpoint } from '../../../data/api/model/endpoint.ts'

/** The lists that the explorer shows: `/v2/loot-tables` is at `/loot-tables`. */
export const listsOf = (api: Api): readonly Endpoint[] =>
  api.endpoints.filter(
    ({ envelope, resource, path }) => envelope && resource?.path === path && resource.name !== 'patches',
  )

/** The rows of a list have endpoints of their own. */
export const hasOwnCall = ({ endpoints }: Api, { path }: Endpoint): boolean =>
  endpoints.some((one) => one.path === `${path}/{id}`)

export const pagePath = ({ path }: Endpoint): string => path.replace(/^\/v2/, '')

export const listAt = (api: Api, path: string): Endpoint | undefined =>
  listsOf(api).find((list) => pagePath(list) === `/${path}`)

/** What a list is of, as its page is called; English where the language has no word for it. */
export const titleOf = ({ resource }: Endpoint, t: Translate): string =>
  t.find(`resource.${resource?.name ?? ''}`) ?? resource?.summary ?? ''

/** What a list is about. */
export const aboutOf = ({ resource }: Endpoint, t: Translate): string | undefined =>
  t.find(`about.${resource?.name ?? ''}`) ?? resource?.description
