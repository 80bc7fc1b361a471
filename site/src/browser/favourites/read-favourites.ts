// What the API says of favourites: those of a list at once, so that many of them take few requests.
import { idsInParts, maxIds, pageOf, type ApiClient, type Row } from '../../format/ask.ts'
import type { Favourite } from './favourites.ts'

/** Favourites that one request asks for. */
export interface Batch {
  readonly list: string
  readonly ids: readonly string[]
}

export function batchesOf(favourites: readonly Favourite[]): readonly Batch[] {
  const lists = [...new Set(favourites.map(({ list }) => list))]
  return lists.flatMap((list) => {
    const ids = favourites.filter((one) => one.list === list).map(({ id }) => id)
    return idsInParts(ids).map((part) => ({ list, ids: part }))
  })
}

/** The rows of a batch, by id; `gone` of those that the current patch lacks, `failed` of all that cannot be had now. */
export async function readBatch(
  fetchApi: ApiClient,
  { list, ids }: Batch,
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
