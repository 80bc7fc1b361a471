// Reads favourites from the API, many of one list per request.
import { chunkIds, maxIds, pageOf, type ApiClient, type Row } from '../../format/api-response.ts'
import type { Favourite } from './favourites.ts'

/** Favourites that are read with one request. */
export interface FavouriteBatch {
  readonly list: string
  readonly ids: readonly string[]
}

/** Groups favourites by list, with at most `maxIds` distinct ids per batch. */
export function batchesOf(favourites: readonly Favourite[]): readonly FavouriteBatch[] {
  const lists = [...new Set(favourites.map(({ list }) => list))]
  return lists.flatMap((list) => {
    const ids = favourites.filter((one) => one.list === list).map(({ id }) => id)
    return chunkIds(ids).map((part) => ({ list, ids: part }))
  })
}

/**
 * Returns the rows of a batch by id: `gone` for rows that the current patch does not have, `failed` for all of them if the
 * request failed. Rejects if there is no response.
 */
export async function readBatch(
  fetchApi: ApiClient,
  { list, ids }: FavouriteBatch,
  locale: string,
): Promise<ReadonlyMap<string, Row | 'gone' | 'failed'>> {
  const query = new URLSearchParams({ ids: ids.join(','), limit: String(maxIds), locale })
  const answer = await fetchApi(`/v2${list}?${query}`)
  if (answer.status !== 200) return new Map(ids.map((id) => [id, answer.status === 404 ? 'gone' : 'failed']))
  const { missing = [] } = answer.json as { missing?: readonly string[] }
  const found = new Map<string, Row | 'gone'>(missing.map((id) => [id, 'gone']))
  for (const row of pageOf(answer).rows) found.set(String(row.id), row)
  return found
}
