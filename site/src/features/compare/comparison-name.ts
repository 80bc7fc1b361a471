import type { Translate } from '../../messages/translate.ts'

interface Compared {
  readonly name: string
  /** Distinguish it from others of the same name. */
  readonly details: readonly string[]
}

/**
 * Names a comparison. If all things have the same name: `Gloam Blade: Rare, Epic`. Otherwise all names, with details in
 * parentheses where several things share a name.
 */
export function comparisonName(things: readonly Compared[], t: Translate): string {
  const [first] = things
  const detailsOf = ({ details }: Compared) => details.join(' ')
  if (first && things.every((one) => one.name === first.name && one.details.length > 0))
    return t('value.labelled', { label: first.name, value: t.list(things.map(detailsOf)) })
  const isShared = ({ name }: Compared) => things.filter((one) => one.name === name).length > 1
  return t.list(
    things.map((one) => (isShared(one) && one.details.length > 0 ? `${one.name} (${detailsOf(one)})` : one.name)),
  )
}
