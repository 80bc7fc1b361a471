import type { Row } from '../format/ask.ts'
import { pageOf } from '../format/ask.ts'
import { humanizeId } from '../format/humanize.ts'

export interface NamedMerchant {
  readonly name: string
  readonly icon?: string
}

/** How merchants are called and look, by id. */
export async function merchantNames({
  fetchApi,
  locale,
}: Pick<App.Locals, 'fetchApi' | 'locale'>): Promise<(id: string) => NamedMerchant> {
  const answer = await fetchApi(`/v2/merchants?limit=250&locale=${locale}`)
  const rows: readonly Row[] = answer.status === 200 ? pageOf(answer).rows : []
  const named = new Map(
    rows.map(({ id, name, icon_url: icon }) => [String(id), { name: String(name), icon: icon as string | undefined }]),
  )
  return (id) => named.get(id) ?? { name: humanizeId(id) }
}
