import type { Row } from './ask.ts'
import { pageOf } from './ask.ts'
import { wordsOfId } from './words.ts'

export interface NamedMerchant {
  readonly name: string
  readonly icon?: string
}

/** How merchants are called and look, by id. */
export async function merchantNames({
  ask,
  locale,
}: Pick<App.Locals, 'ask' | 'locale'>): Promise<(id: string) => NamedMerchant> {
  const answer = await ask(`/v2/merchants?limit=250&locale=${locale}`)
  const rows: readonly Row[] = answer.status === 200 ? pageOf(answer).rows : []
  const named = new Map(
    rows.map(({ id, name, icon_url: icon }) => [String(id), { name: String(name), icon: icon as string | undefined }]),
  )
  return (id) => named.get(id) ?? { name: wordsOfId(id) }
}
