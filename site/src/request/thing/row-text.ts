import type { Row } from '../../format/ask.ts'

/** What a localization key looks like that no language has a text for. */
export const isRawKey = (text: string): boolean => /^\w+$/.test(text) && text.slice(1, -1).includes('_')

/** What the game says about a thing. */
export const textOf = ({ description, desc, desc_data, flavor_text }: Row): string | undefined =>
  [description, desc, desc_data, flavor_text].find(
    (one): one is string => typeof one === 'string' && one.trim() !== '' && !isRawKey(one),
  )
