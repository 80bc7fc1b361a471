import { pageOf, type Row } from '../format/api-response.ts'
import { humanizeId } from '../format/humanize.ts'
import { iconOf, nameOf } from '../format/row-name.ts'

interface NamedMerchant {
  readonly name: string
  readonly icon?: string
  /** True if the current patch has a row, and so the site has a page. */
  readonly isKnown: boolean
}

/** Returns a function that returns the name and the icon of a merchant by id. An unknown id is put into words. */
export async function merchantNames({
  fetchApi,
  locale,
}: Pick<App.Locals, 'fetchApi' | 'locale'>): Promise<(id: string) => NamedMerchant> {
  const answer = await fetchApi(`/v2/merchants?limit=250&locale=${locale}`)
  const rows: readonly Row[] = answer.status === 200 ? pageOf(answer).rows : []
  const named = new Map(rows.map((row) => [String(row.id), { name: nameOf(row), icon: iconOf(row), isKnown: true }]))
  return (id) => named.get(id) ?? { name: humanizeId(id), isKnown: false }
}
