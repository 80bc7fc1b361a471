import type { Translate } from '../../messages/translate.ts'
import type { ActiveFilter } from './filters/active-filters.ts'

const maxNamed = 3

/** Returns the title of a list with its first filters, such as `Items, Epic, Gear score from 10`. */
export function listTitle(title: string, filters: readonly ActiveFilter[], t: Translate): string {
  const words = filters.map(({ label, data }) => data ?? label)
  const named = t.list([title, ...words.slice(0, maxNamed)])
  const others = words.length - maxNamed
  return others > 0 ? `${named} ${t('value.andMore', { count: others })}` : named
}
