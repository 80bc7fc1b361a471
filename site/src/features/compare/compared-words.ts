import type { Translate } from '../../messages/translate.ts'

interface Compared {
  readonly name: string
  /** What tells it apart from others of its name. */
  readonly details: readonly string[]
}

/** `Gloam Blade: Rare, Epic` of one name, else all names, with what tells one apart where another has the same. */
export function comparedWords(things: readonly Compared[], t: Translate): string {
  const [first] = things
  const detailsOf = ({ details }: Compared) => details.join(' ')
  if (first && things.every((one) => one.name === first.name && one.details.length > 0))
    return t('value.labelled', { label: first.name, value: t.list(things.map(detailsOf)) })
  const isShared = ({ name }: Compared) => things.filter((one) => one.name === name).length > 1
  return t.list(
    things.map((one) => (isShared(one) && one.details.length > 0 ? `${one.name} (${detailsOf(one)})` : one.name)),
  )
}
