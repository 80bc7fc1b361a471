import { pageOf, type Row } from '../format/ask.ts'
import { humanizeId } from '../format/humanize.ts'
import { iconOf, nameOf } from '../format/row-name.ts'

interface NamedMerchant {
  readonly name: string
  readonly icon?: string
  /** The current patch has a row of it, and so the site a page. */
  readonly isKnown: boolean
}

/** How merchants are called and look, by id. */
export async function merchantNames({
  fetchApi,
  locale,
}: Pick<App.Locals, 'fetchApi' | 'locale'>): Promise<(id: string) => NamedMerchant> {
  const answer = await fetchApi(`/v2/merchants?limit=250&locale=${locale}`)
  const rows: readonly Row[] = answer.status === 200 ? pageOf(answer).rows : []
  const named = new Map(rows.map((row) => [String(row.id), { name: nameOf(row), icon: iconOf(row), isKnown: true }]))
  return (id) => named.get(id) ?? { name: humanizeId(id), isKnown: false }
}
